import { BREAK, type DocumentNode, visit } from "graphql";

/**
 * Whether a document contains literal strings, objects or lists instead of variables. They may be a prompt, which must
 * not be stored, so such a document is not cached. Pure.
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
