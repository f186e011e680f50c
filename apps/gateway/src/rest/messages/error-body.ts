import type { CenoteError } from "@cenote/core";
import { errorJson } from "../../server/answers/error-answer";

/** Anthropic's clients then send the whole conversation with every call. */
const NO_THREADS = `,"details":{"error_code":"thread_unsupported_request"}`;

/** The contract's error, unchanged, in Anthropic's frame. */
export const messagesErrorJson = (error: CenoteError, requestId: string): string => {
  const members = errorJson(error, requestId).slice(1, -2);
  const details = error.param === "thread" ? NO_THREADS : "";
  return `{"type":"error",${members}${details}},"request_id":${JSON.stringify(requestId)}}`;
};
