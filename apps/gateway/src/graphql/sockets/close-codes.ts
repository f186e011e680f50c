import type { CenoteError, ErrorCode } from "@cenote/core";

/**
 * Close codes of graphql-transport-ws and of WebSocket, by error. The close reason is the error's code.
 */
const CODES: Partial<Record<ErrorCode, number>> = {
  missing_api_key: 4401,
  invalid_api_key: 4401,
  key_revoked: 4401,
  permission_denied: 4403,
  invalid_request_error: 4400,
  rate_limit_exceeded: 4429,
  request_too_large: 1009,
  overloaded: 1013,
};
const INTERNAL = 4500;

/** WebSocket's code for a restart: clients should reconnect at once. */
export const RESTART = 1012;
export const RESTART_REASON = "The service is shutting down.";

export const closeCodeOf = (error: CenoteError): number => CODES[error.code] ?? INTERNAL;
