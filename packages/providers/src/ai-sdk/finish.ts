import type { LanguageModelV4FinishReason } from "@ai-sdk/provider";
import { ProviderError } from "../provider-error";
import type { FinishReason } from "../spec";

const REASONS: Readonly<Record<string, FinishReason>> = {
  stop: "stop",
  length: "length",
  "content-filter": "content_filter",
  "tool-calls": "tool_calls",
};

/**
 * Throws ProviderError: `cut` if the provider gave no reason, `server` if its reason is a failure.
 * @param calledTools Some providers say `stop` although the model called tools.
 */
export const toFinishReason = ({ unified, raw }: LanguageModelV4FinishReason, calledTools: boolean): FinishReason => {
  const known = REASONS[unified];
  if (known !== undefined) return known === "stop" && calledTools ? "tool_calls" : known;
  if (unified === "error" && raw !== undefined)
    throw new ProviderError({ kind: "server", message: "The provider failed in the middle of its answer." });
  // Packages say `other` for unknown reasons. Without a reason of the provider the answer was cut, whatever the package
  // says.
  if (unified !== "other" || raw === undefined)
    throw new ProviderError({ kind: "cut", message: "The provider ended its answer without a finish reason." });
  return calledTools ? "tool_calls" : "stop";
};
