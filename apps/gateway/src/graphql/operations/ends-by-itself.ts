import { getOperationAST, OperationTypeNode } from "graphql";
import type { Operation } from "./operations";
import { topFieldsOf } from "./top-fields";

/** Subscriptions that end by themselves. */
const ENDING: ReadonlySet<string> = new Set(["chatTokens", "resumeChat"]);

/**
 * Whether an operation ends by itself. A drain waits for it then; it ends subscriptions that last until their caller
 * leaves.
 */
export const endsByItself = ({ document, operationName, kind }: Operation): boolean => {
  if (kind !== OperationTypeNode.SUBSCRIPTION) return true;
  const node = getOperationAST(document, operationName);
  return (
    node !== null && node !== undefined && topFieldsOf(document, node.selectionSet).some((name) => ENDING.has(name))
  );
};
