import type { CenoteError } from "@cenote/core";
import { errorJson } from "../../server/answers/error-answer";

/** Anthropic's frame around the contract's error, of which nothing is changed. */
export const messagesErrorJson = (error: CenoteError, requestId: string): string =>
  `{"type":"error",${errorJson(error, requestId).slice(1, -1)},"request_id":${JSON.stringify(requestId)}}`;
