import { CenoteError } from "@cenote/core";
import { inArgumentWords } from "./argument-words";

/** google.rpc.Code of a method that the server does not have. */
const UNIMPLEMENTED = 12;
/** google.rpc.Code of a call whose token was rejected. */
const UNAUTHENTICATED = 16;
/** google.rpc.Code of a call that reached no server, or whose connection broke. */
const UNAVAILABLE = 14;

/** Why a command failed, for a person: the service's own message, with the names of the tool's arguments. */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof CenoteError)) return error instanceof Error ? error.message : String(error);
  switch ((error.cause as { readonly code?: unknown } | undefined)?.code) {
    case UNIMPLEMENTED:
      return "The service at this address does not answer this call. Where the services run apart, set CENOTE_INFERENCE_ADDRESS.";
    case UNAUTHENTICATED:
      return "The system refuses the internal token. Set CENOTE_DATA_DIR to its data folder, or CENOTE_INTERNAL_TOKEN to its token.";
    case UNAVAILABLE:
      return "The system does not take the call: it is starting, stopping, or something else listens at its gRPC port.";
    default:
      return error.code === "invalid_request_error" ? inArgumentWords(error.message) : error.message;
  }
};
