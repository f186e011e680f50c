import type { CenoteError } from "@cenote/core";
import { errorJson } from "../../server/answers/error-answer";

/** Anthropic's clients recognize this code. Then they send the whole conversation with every call. */
const NO_THREADS = `,"details":{"error_code":"thread_unsupported_request"}`;

/** The documented error, wrapped in Anthropic's format. */
export const messagesErrorJson = (error: CenoteError, requestId: string): string => {
  // Without the braces of the body, and without the last one of the error, so that `details` can be added to it.
  const members = errorJson(error, requestId).slice(1, -2);
  const details = error.param === "thread" ? NO_THREADS : "";
  return `{"type":"error",${members}${details}},"request_id":${JSON.stringify(requestId)}}`;
};
