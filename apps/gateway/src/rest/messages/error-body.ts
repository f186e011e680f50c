import type { CenoteError } from "@cenote/core";
import { errorJson } from "../../server/answers/error-answer";

/** The contract's error, unchanged, in Anthropic's frame. */
export const messagesErrorJson = (error: CenoteError, requestId: string): string =>
  `{"type":"error",${errorJson(error, requestId).slice(1, -1)},"request_id":${JSON.stringify(requestId)}}`;
