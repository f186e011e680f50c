import { CenoteError, type ErrorCode, isErrorCode } from "@cenote/core";
import { Metadata, type ServiceError, status, type StatusObject } from "@grpc/grpc-js";
import { decodeGoogleStatus, encodeGoogleStatus, type ErrorInfo, type GoogleStatus } from "./google-status";

const DETAILS_KEY = "grpc-status-details-bin";
const DOMAIN = "cenote";
// `grpc-message` takes three bytes for a byte that is not ASCII, so it has only the start of a longer message; the
// details have all of it.
const PLAIN_MESSAGE_LIMIT_CHARS = 200;

/**
 * Error codes for statuses that come from gRPC itself rather than from a service; all others are bugs. CANCELLED is
 * what a server sends when it is shut down during a call; a caller who cancelled was answered on this side already.
 */
const CODE_OF_STATUS: Readonly<Record<number, ErrorCode>> = {
  [status.UNAVAILABLE]: "overloaded",
  [status.DEADLINE_EXCEEDED]: "overloaded",
  [status.CANCELLED]: "overloaded",
};

/** The trailers an error leaves as. Takes an error that has passed `carriedError`. */
export const toGrpcStatus = (error: CenoteError): StatusObject => {
  // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- core's table holds the enum's numbers without knowing gRPC
  const code: status = error.row.grpc;
  const errorInfo: ErrorInfo = {
    reason: error.code,
    domain: DOMAIN,
    metadata: {
      retryable: String(error.retryable),
      ...(error.param !== undefined && { param: error.param }),
      ...(error.retryAfterMs !== undefined && { retry_after_ms: String(error.retryAfterMs) }),
    },
  };
  const message = error.message.slice(0, PLAIN_MESSAGE_LIMIT_CHARS).toWellFormed();
  const metadata = new Metadata();
  metadata.set(
    DETAILS_KEY,
    Buffer.from(
      encodeGoogleStatus({
        code,
        message,
        errorInfo,
        wholeMessage: message === error.message ? undefined : error.message,
      }),
    ),
  );
  return { code, details: message, metadata };
};

const readDetails = (metadata: Metadata | undefined): GoogleStatus | undefined => {
  const bytes = metadata?.get(DETAILS_KEY)[0];
  if (!Buffer.isBuffer(bytes)) return undefined;
  try {
    return decodeGoogleStatus(bytes);
  } catch {
    return undefined;
  }
};

/** Whether gRPC itself says that the server is away: it may have acted, or may never have been asked. */
export const isLostConnection = ({ code, metadata }: Partial<ServiceError>): boolean =>
  code === status.UNAVAILABLE && readDetails(metadata) === undefined;

/**
 * The error that a service threw, equal to the one it sent; for statuses of gRPC itself the code of that row, with the
 * status as cause.
 * @param service Named in the message when it does not answer, so that the caller knows which part is away.
 */
export const fromGrpcError = (thrown: Partial<ServiceError>, service: string): CenoteError => {
  const details = readDetails(thrown.metadata);
  const info = details?.errorInfo;
  if (details === undefined || info?.domain !== DOMAIN || !isErrorCode(info.reason)) {
    const code = CODE_OF_STATUS[thrown.code ?? status.UNKNOWN] ?? "internal_error";
    return new CenoteError(code, code === "overloaded" ? `${service} does not answer. Retry shortly.` : undefined, {
      cause: thrown,
    });
  }
  const { param, retry_after_ms: retryAfterMs, retryable } = info.metadata;
  return new CenoteError(info.reason, details.wholeMessage ?? details.message, {
    retryable: retryable === "true",
    ...(param !== undefined && { param }),
    ...(retryAfterMs !== undefined && { retryAfterMs: Number(retryAfterMs) }),
  });
};
