import type { ClientToken, KeyScope } from "@cenote/contracts";
import type { CenoteError, ErrorCode } from "@cenote/core";

/** Whom a checked API key or client token belongs to. */
export interface Caller {
  readonly organizationId: string;
  readonly keyId: string;
  /** SHA-256 of what was shown. */
  readonly keyDigest: Buffer;
  /** The organization's guardrail. */
  readonly zdr: boolean;
  /** What the caller is held to, where a client token was shown. */
  readonly clientToken?: ClientToken | undefined;
  /** What a restricted API key may do. It also applies to every client token that the key made. */
  readonly keyScope?: KeyScope | undefined;
}

/** What the gateway remembers of one HTTP request, for its answer, its log line and its metrics. */
export interface Exchange {
  /** Monotonic. */
  readonly startMs: number;
  /** Fires when the caller goes away or the gateway cuts the call. Its reason is a CenoteError. */
  readonly abort: AbortController;
  /** Set once the API key was checked. */
  caller: Caller | undefined;
  /** The connection became a WebSocket. */
  isUpgraded: boolean;
  /** Set where the request or its stream failed. */
  errorCode: ErrorCode | undefined;
  /** Why it was turned away, for the log: which part of the service is away. */
  errorReason: string | undefined;
  /** Time spent here until the answer began, if a provider was waited for. */
  overheadMs: number | undefined;
}

export const abortReason = (exchange: Exchange): CenoteError | undefined =>
  exchange.abort.signal.aborted ? (exchange.abort.signal.reason as CenoteError) : undefined;
