import type { ServerHttp2Stream } from "node:http2";
import { BinaryReader } from "@bufbuild/protobuf/wire";
import { CallContext } from "@cenote/contracts";
import { type CenoteError, createFairShares, toCenoteError } from "@cenote/core";
import type { ServerInterceptor, ServerInterceptingCall } from "@grpc/grpc-js";
import { toGrpcStatus } from "./grpc-error";

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

/** Field 1 of a request, as an encoder writes it first. */
const CONTEXT_FIELD = 1;

/** Who pays, as the beginning of a request says; empty if it doesn't. */
const organizationOf = (beginning: Buffer): string => {
  try {
    const reader = new BinaryReader(beginning);
    const [field] = reader.tag();
    return field === CONTEXT_FIELD ? CallContext.decode(reader.bytes()).organizationId : "";
  } catch {
    // Another message, compressed, or more than has come.
    return "";
  }
};

/**
 * Bounds the memory for large requests: from its first bytes until its call ends each costs several times its length.
 * One that finds no room is refused before the rest of it is kept. Errors: rate_limit_exceeded, overloaded.
 *
 * Has to come before the interceptors that wrap the call, since it needs the one that holds the HTTP/2 stream.
 */
export const createLargeRequests = ({ openRequestBytes, maxMessageBytes }: LargeRequestsOptions): ServerInterceptor => {
  const shares = createFairShares({
    total: openRequestBytes,
    message: `The requests of the organization's open calls use up its share of ${openRequestBytes} bytes already.`,
    retryAfterMs: RETRY_AFTER_MS,
  });

  return (_, call) => {
    const { stream } = call as unknown as { readonly stream: ServerHttp2Stream };
    const refuse = (error: CenoteError): void => {
      call.sendStatus(toGrpcStatus(error));
    };
    const take = (bytes: number, organizationId: string): void => {
      // By itself any request that is accepted finds room.
      const counted = Math.min(bytes, maxMessageBytes, openRequestBytes);
      try {
        shares.take(organizationId, counted);
      } catch (error) {
        refuse(toCenoteError(error));
        return;
      }
      stream.once("close", () => {
        shares.giveBack(organizationId, counted);
      });
    };
    const watchFrom = (before: Buffer | undefined): void => {
      // Before grpc-js, which keeps nothing more of a call that was refused.
      stream.prependOnceListener("data", (piece: Buffer) => {
        const beginning = before === undefined ? piece : Buffer.concat([before, piece]);
        if (beginning.length < HEAD_BYTES) {
          watchFrom(beginning);
          return;
        }
        const isCompressed = beginning[0] !== 0;
        const bytes = beginning.readUInt32BE(1) * (isCompressed ? COMPRESSION : 1);
        if (bytes > LARGE_BYTES) take(bytes, organizationOf(beginning.subarray(HEAD_BYTES)));
      });
    };
    watchFrom(undefined);
    return call as ServerInterceptingCall;
  };
};
