import { type Fields, fieldsOf } from "../json-fields";
import { ProviderError } from "../provider-error";
import type { FinishReason } from "../spec";
import { toStreamError } from "../errors/openai-errors";

/** The failure of a response, from its `error`. */
export const failureOf = ({ error, status }: Fields): ProviderError =>
  error === undefined || error === null
    ? new ProviderError({
        kind: "server",
        message: `The provider ended its answer with the status "${String(status)}".`,
      })
    : toStreamError(JSON.stringify({ error }));

/**
 * The finish reason of a response that has ended. An incomplete response was stopped by a content filter, or else it
 * reached a limit.
 */
export const toFinishReason = ({ status, incomplete_details }: Fields, calledTools: boolean): FinishReason => {
  if (status === "incomplete")
    return fieldsOf(incomplete_details)["reason"] === "content_filter" ? "content_filter" : "length";
  return calledTools ? "tool_calls" : "stop";
};
