import type { SpanAttributes } from "@cenote/core";
import { type DocumentNode, Kind, type OperationDefinitionNode, type SelectionSetNode } from "graphql";

/** Most fields in the attributes of one operation. */
const MAX_FIELDS = 16;

/**
 * The top-level fields by their names in the schema; no alias, operation name or argument, because callers choose
 * those.
 */
const fieldsOf = (document: DocumentNode, top: SelectionSetNode): string[] => {
  const fields = new Set<string>();
  // Each is visited once, however often fragments spread one another.
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
 * Name and attributes of an operation's span.
 * @param document Must be validated, so that its top-level names are fields of the schema.
 */
export const describeOperation = (
  document: DocumentNode,
  { operation, selectionSet }: OperationDefinitionNode,
): { readonly name: string; readonly attributes: SpanAttributes } => {
  const fields = fieldsOf(document, selectionSet);
  return {
    // Combinations of several fields would make too many span names.
    name: fields.length === 1 ? `${operation} ${fields[0]}` : operation,
    attributes: { "graphql.operation.type": operation, "cenote.graphql.fields": fields },
  };
};
