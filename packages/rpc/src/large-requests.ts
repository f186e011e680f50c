import { BinaryReader } from "@bufbuild/protobuf/wire";
import { CenoteError, createFairShares, shareOf, toCenoteError } from "@cenote/core";
import type { ServerInterceptor, ServerInterceptingCall } from "@grpc/grpc-js";
import { toGrpcStatus } from "./grpc-error";
import { http2StreamOf } from "./http2-stream";
import { contextIn } from "./request-context";
import { isOpenPath } from "./token-interceptor";

export interface LargeRequestsOptions {
  /** Total size of the large requests of all calls under way, in fair shares among organizations. */
  readonly openRequestBytes: number;
  readonly maxMessageBytes: number;
}

/** Smaller requests are not counted. For them only the first bytes are read. */
const LARGE_BYTES = 64 * 1024;
/** The prefix of a message: whether it is compressed, and its length. */
const HEAD_BYTES = 5;
/** The decompressed size of a request is not known in advance, so it counts as this many times its length. */
const COMPRESSION = 10;
const RETRY_AFTER_MS = 1000;

/** The share of all requests whose beginning does not say who pays. */
const UNKNOWN = "";

/** The share of the payer, if the first field of a request is its context. */
const shareFrom = (beginning: Buffer, decode: (bytes: Buffer) => unknown): string => {
  try {
    const reader = new BinaryReader(beginning);
    const [field, wireType] = reader.tag();
    reader.skip(wireType, field);
    const context = contextIn(decode(beginning.subarray(0, reader.pos)));
    return context === undefined ? UNKNOWN : shareOf(context.organizationId, context.clientTokenId);
  } catch {
    // The request is compressed, or its context has not arrived completely.
    return UNKNOWN;
  }
};

/**
 * Bounds the memory for large requests. From its first bytes until its call ends, a request takes several times its
 * length. A request without room is rejected before the rest of it is kept. Errors: rate_limit_exceeded, overloaded; for a
 * method that needs no token request_too_large.
 *
 * This interceptor has to come before those that wrap the call: see `http2StreamOf`.
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
      // Capped, so that any accepted request has room while no other is under way.
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
      // Runs before grpc-js, which keeps nothing more of a call that was rejected.
      stream.prependOnceListener("data", (piece: Buffer) => {
        // Already rejected, for its token or its deadline: grpc-js keeps nothing of it.
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
