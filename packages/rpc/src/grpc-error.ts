import { CenoteError, type ErrorCode, isErrorCode } from "@cenote/core";
import { Metadata, type ServiceError, status, type StatusObject } from "@grpc/grpc-js";
import { readRateLimits, writeRateLimits } from "./rate-limits-metadata";
import { decodeGoogleStatus, encodeGoogleStatus, type ErrorInfo, type GoogleStatus } from "./google-status";
import { unchanged, type ToUnsureError } from "./unsure-outcome";

const DETAILS_KEY = "grpc-status-details-bin";
/** Tells client libraries that retry by status alone when to retry. A negative time means never. */
const PUSHBACK_KEY = "grpc-retry-pushback-ms";
const NEVER = "-1";
const DOMAIN = "cenote";
// `grpc-message` encodes a byte that is not ASCII as three bytes, so it has only the start of a long message; the
// details have the full message.
const PLAIN_MESSAGE_LIMIT_CHARS = 200;

/**
 * Error codes for statuses that gRPC itself sends instead of a service. All other statuses are bugs. A server that stops
 * during a call sends CANCELLED. A caller who cancelled has already got its error on this side.
 */
const CODE_OF_STATUS: Readonly<Record<number, ErrorCode>> = {
  [status.UNAVAILABLE]: "overloaded",
  [status.DEADLINE_EXCEEDED]: "overloaded",
  [status.CANCELLED]: "overloaded",
};

/** Statuses that mean that the server did not begin the call. */
const NOT_BEGUN: ReadonlySet<status | undefined> = new Set([status.UNAUTHENTICATED, status.UNIMPLEMENTED]);

/** @returns Undefined if the client's own backoff is enough. */
const pushbackOf = ({ retryable, retryAfterMs }: CenoteError): string | undefined => {
  if (!retryable) return NEVER;
  return retryAfterMs === undefined ? undefined : String(Math.ceil(retryAfterMs));
};

/**
 * The status and trailers of an error that has passed `carriedError`.
 * @param requestId The request id of the call, if it has one.
 */
export const toGrpcStatus = (error: CenoteError, requestId?: string): StatusObject => {
  // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- core's table holds the enum's numbers without knowing gRPC
  const code: status = error.row.grpc;
  const errorInfo: ErrorInfo = {
    reason: error.code,
    domain: DOMAIN,
    metadata: {
      retryable: String(error.retryable),
      ...(requestId !== undefined && { request_id: requestId }),
      ...(error.param !== undefined && { param: error.param }),
      ...(error.retryAfterMs !== undefined && { retry_after_ms: String(error.retryAfterMs) }),
      ...(error.attempts !== undefined && { attempts: String(error.attempts) }),
      ...(error.rateLimits !== undefined && writeRateLimits(error.rateLimits)),
    },
  };
  const message = error.message.slice(0, PLAIN_MESSAGE_LIMIT_CHARS).toWellFormed();
  const metadata = new Metadata();
  const pushback = pushbackOf(error);
  if (pushback !== undefined) metadata.set(PUSHBACK_KEY, pushback);
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

/** Whether gRPC itself reports the server as unreachable: the call may or may not have been executed. */
export const isLostConnection = ({ code, metadata }: Partial<ServiceError>): boolean =>
  code === status.UNAVAILABLE && readDetails(metadata) === undefined;

/**
 * The error that a service threw, equal to the one that it sent. For statuses of gRPC itself it has the code of the table
 * above, and the status as cause.
 * @param service Name for the message if the service does not answer.
 * @param toUnsure Applied if the service may have begun the call and did not report how it ended.
 */
export const fromGrpcError = (
  thrown: Partial<ServiceError>,
  service: string,
  toUnsure: ToUnsureError = unchanged,
): CenoteError => {
  const details = readDetails(thrown.metadata);
  const info = details?.errorInfo;
  if (details === undefined || info?.domain !== DOMAIN || !isErrorCode(info.reason)) {
    const code = CODE_OF_STATUS[thrown.code ?? status.UNKNOWN] ?? "internal_error";
    const isAway = code === "overloaded";
    const error = new CenoteError(code, isAway ? `${service} does not answer. Retry shortly.` : undefined, {
      cause: thrown,
    });
    return NOT_BEGUN.has(thrown.code) ? error : toUnsure(error);
  }
  const { param, retry_after_ms: retryAfterMs, retryable, attempts } = info.metadata;
  return new CenoteError(info.reason, details.wholeMessage ?? details.message, {
    retryable: retryable === "true",
    param,
    ...(retryAfterMs !== undefined && { retryAfterMs: Number(retryAfterMs) }),
    ...(attempts !== undefined && { attempts: Number(attempts) }),
    rateLimits: readRateLimits(info.metadata),
  });
};
