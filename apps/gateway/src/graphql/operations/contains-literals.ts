import { BREAK, type DocumentNode, visit } from "graphql";

/**
 * Whether a document has texts, objects or lists of its own, instead of in its variables: they may be a call's prompt,
 * which is kept nowhere. Such a document is not kept either. Pure.
 */
export const containsLiterals = (document: DocumentNode): boolean => {
  let found = false;
  const stop = () => {
    found = true;
    return BREAK;
  };
  visit(document, { StringValue: stop, ObjectValue: stop, ListValue: stop });
  return found;
};
