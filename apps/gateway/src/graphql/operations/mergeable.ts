import { invalidField } from "@cenote/core";
import type { DocumentNode } from "graphql";
import type { QueryLimits } from "../../limits";
import { mergingWork } from "./merging-work";

/** Before it is validated, which compares its fields. Errors: invalid_request_error. */
export const requireMergeable = (document: DocumentNode, { queryMergingWork: most }: QueryLimits): void => {
  if (mergingWork(document, most) > most)
    throw invalidField(
      "query",
      `checking whether its fields can be merged would take more than ${most} steps. Repeat fewer fields and fragments in one place.`,
    );
};
