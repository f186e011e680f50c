import type { SpanAttributes } from "@cenote/core";
import { type DocumentNode, Kind, type OperationDefinitionNode, type SelectionSetNode } from "graphql";

/** Fields that are told of one operation. */
const MAX_FIELDS = 16;

/**
 * The schema's own names of the top-level fields; never an alias, an operation's name or an argument, which are the
 * caller's.
 */
const fieldsOf = (document: DocumentNode, top: SelectionSetNode): string[] => {
  const fields = new Set<string>();
  // Each once, so that fragments that name one another many times over cost nothing here.
  const fragments = new Set<string>();
  const visit = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) fields.add(selection.name.value);
      else if (selection.kind === Kind.INLINE_FRAGMENT) visit(selection.selectionSet);
      else if (!fragments.has(selection.name.value)) {
        fragments.add(selection.name.value);
        const fragment = document.definitions.find(
          (node) => node.kind === Kind.FRAGMENT_DEFINITION && node.name.value === selection.name.value,
        );
        if (fragment?.kind === Kind.FRAGMENT_DEFINITION) visit(fragment.selectionSet);
      }
    }
  };
  visit(top);
  return [...fields].slice(0, MAX_FIELDS);
};

/**
 * An operation as a step of a trace.
 * @param document One that was validated: what it names at the top are fields of the schema.
 */
export const describeOperation = (
  document: DocumentNode,
  { operation, selectionSet }: OperationDefinitionNode,
): { readonly name: string; readonly attributes: SpanAttributes } => {
  const fields = fieldsOf(document, selectionSet);
  return {
    // Of several fields there are more combinations than a list of names should hold.
    name: fields.length === 1 ? `${operation} ${fields[0]}` : operation,
    attributes: { "graphql.operation.type": operation, "cenote.graphql.fields": fields },
  };
};
