import { invalidField } from "@cenote/core";
import { type DocumentNode, Kind, OperationTypeNode } from "graphql";
import { topSelectionsOf } from "./top-fields";

const CONDITIONS: ReadonlySet<string> = new Set(["skip", "include"]);

/**
 * Refuses `@skip` and `@include` on a subscription's field. The specification forbids them, but the graphql package
 * throws when it validates such a document or subscribes to no field. The document need not be valid. Errors:
 * invalid_request_error.
 */
export const requireUnconditionalRoot = (document: DocumentNode): void => {
  const tops = document.definitions.flatMap((node) =>
    node.kind === Kind.OPERATION_DEFINITION && node.operation === OperationTypeNode.SUBSCRIPTION
      ? [node.selectionSet]
      : [],
  );
  for (const { directives = [] } of topSelectionsOf(document, tops)) {
    const condition = directives.find(({ name }) => CONDITIONS.has(name.value));
    if (condition !== undefined)
      throw invalidField("query", `a subscription's field cannot have @${condition.name.value}.`);
  }
};
