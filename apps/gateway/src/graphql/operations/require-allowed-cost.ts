import { invalidField } from "@cenote/core";
import type { QueryLimits } from "../../limits";
import { type MeasureOptions, measureOperation } from "./cost";

/** Errors: invalid_request_error, with the measured value and its limit. */
export const requireAllowedCost = (options: MeasureOptions, limits: QueryLimits): void => {
  const { cost, depth } = measureOperation(options);
  if (depth > limits.queryDepth)
    throw invalidField("query", `${depth} fields deep; at most ${limits.queryDepth} are allowed.`);
  if (cost > limits.queryCost)
    throw invalidField(
      "query",
      `may cost ${cost}; at most ${limits.queryCost} is allowed. Ask for shorter lists or fewer fields.`,
    );
};
