import { BinaryReader } from "@bufbuild/protobuf/wire";
import { CenoteError, createFairShares, shareOf, toCenoteError } from "@cenote/core";
import type { ServerInterceptor, ServerInterceptingCall } from "@grpc/grpc-js";
import { toGrpcStatus } from "./grpc-error";
import { http2StreamOf } from "./http2-stream";
import { contextIn } from "./request-context";
import { isOpenPath } from "./token-interceptor";

export interface LargeRequestsOptions {
  /** What the large requests of all calls under way may have, shared fairly among organizations. */
  readonly openRequestBytes: number;
  readonly maxMessageBytes: number;
}

/** Smaller ones are not counted: they cost a look at their first bytes. */
const LARGE_BYTES = 64 * 1024;
/** In front of a message: whether it is compressed, and its length. */
const HEAD_BYTES = 5;
/** What a compressed request may become is not known before: counted as this many times its length. */
const COMPRESSION = 10;
const RETRY_AFTER_MS = 1000;

/** Of all requests whose beginnings don't say who pays. */
const UNKNOWN = "";

/** The share of who pays, if the first field of a request is its context. */
const shareFrom = (beginning: Buffer, decode: (bytes: Buffer) => unknown): string => {
  try {
    const reader = new BinaryReader(beginning);
    const [field, wireType] = reader.tag();
    reader.skip(wireType, field);
    const context = contextIn(decode(beginning.subarray(0, reader.pos)));
    return context === undefined ? UNKNOWN : shareOf(context.organizationId, context.clientTokenId);
  } catch {
    // Compressed, or more than has come.
    return UNKNOWN;
  }
};

/**
 * Bounds the memory for large requests: from its first bytes until its call ends each costs several times its length.
 * One that finds no room is refused before the rest of it is kept. Errors: rate_limit_exceeded, overloaded; for a method
 * that needs no token request_too_large.
 *
 * It has to come before the interceptors that wrap the call: see `http2StreamOf`.
 */
export const createLargeRequests = ({ openRequestBytes, maxMessageBytes }: LargeRequestsOptions): ServerInterceptor => {
  const shares = createFairShares({
    total: openRequestBytes,
    message: `The requests of the organization's open calls use up its share of ${openRequestBytes} bytes already.`,
    retryAfterMs: RETRY_AFTER_MS,
  });

  return ({ path, requestDeserialize }, call) => {
    const stream = http2StreamOf(call);
    const refuse = (error: CenoteError): void => {
      call.sendStatus(toGrpcStatus(error));
    };
    const take = (bytes: number, share: string): void => {
      // By itself any request that is accepted finds room.
      const counted = Math.min(bytes, maxMessageBytes, openRequestBytes);
      try {
        shares.take(share, counted);
      } catch (error) {
        refuse(
          share === UNKNOWN
            ? new CenoteError("overloaded", undefined, { retryAfterMs: RETRY_AFTER_MS })
            : toCenoteError(error),
        );
        return;
      }
      stream.once("close", () => {
        shares.giveBack(share, counted);
      });
    };
    const watchFrom = (before: Buffer | undefined): void => {
      // Before grpc-js, which keeps nothing more of a call that was refused.
      stream.prependOnceListener("data", (piece: Buffer) => {
        // Refused before, for its token or its deadline: grpc-js keeps nothing of it.
        if (stream.headersSent) return;
        const beginning = before === undefined ? piece : Buffer.concat([before, piece]);
        if (beginning.length < HEAD_BYTES) {
          watchFrom(beginning);
          return;
        }
        const isCompressed = beginning[0] !== 0;
        const bytes = beginning.readUInt32BE(1) * (isCompressed ? COMPRESSION : 1);
        if (bytes <= LARGE_BYTES) return;
        if (isOpenPath(path)) refuse(new CenoteError("request_too_large"));
        else take(bytes, shareFrom(beginning.subarray(HEAD_BYTES), requestDeserialize));
      });
    };
    watchFrom(undefined);
    return call as ServerInterceptingCall;
  };
};
