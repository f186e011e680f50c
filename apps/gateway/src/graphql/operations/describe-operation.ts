import type { SpanAttributes } from "@cenote/core";
import type { DocumentNode, OperationDefinitionNode } from "graphql";
import { topFieldsOf } from "./top-fields";

/** Most fields in the attributes of one operation. */
const MAX_FIELDS = 16;

/**
 * Name and attributes of an operation's span.
 * @param document Must be validated, so that its top-level names are fields of the schema.
 */
export const describeOperation = (
  document: DocumentNode,
  { operation, selectionSet }: OperationDefinitionNode,
): { readonly name: string; readonly attributes: SpanAttributes } => {
  // Never aliases, operation names or arguments, because callers choose them.
  const fields = topFieldsOf(document, selectionSet).slice(0, MAX_FIELDS);
  return {
    // Combinations of several fields would make too many span names.
    name: fields.length === 1 ? `${operation} ${fields[0]}` : operation,
    attributes: { "graphql.operation.type": operation, "cenote.graphql.fields": fields },
  };
};
