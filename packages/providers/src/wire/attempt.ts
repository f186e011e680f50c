import type { Clock } from "@cenote/core";
import { type CallOptions, ProviderError, type TimeLimitPhase, type WireRequest } from "../spec";
import { type BodyBuffer, createBodyBuffer } from "./body-buffer";
import type { Http, HttpExchange, HttpHeaders, HttpReach } from "./http";
import { type Gap, watchTimeLimits } from "./time-limits";

/** An error answer is read this far. */
const MAX_ERROR_BODY_BYTES = 64 * 1024;
/** An error answer has its status already: its body may take this long, however it comes. */
const ERROR_BODY_MS = 2_000;
/** What may follow a finished answer before its connection is given up rather than kept. */
const MAX_DRAINED_BYTES = 64 * 1024;
const DRAIN_MS = 1_000;

/** What one try brings. After `onEnd` or `onFailure`, and after `abort` or `drain`, nothing more is called. */
export interface AttemptSink {
  /** The head of a good answer. */
  onHead?(status: number, headers: HttpHeaders): void;
  /** Bytes of a good answer. */
  onBytes(bytes: Buffer): void;
  /** The body of a good answer came to its end. */
  onEnd(): void;
  onFailure(error: ProviderError): void;
}

export interface AttemptOptions extends CallOptions {
  readonly http: Http;
  readonly clock: Clock;
  readonly request: WireRequest;
  /** Where it may go; `any` without. */
  readonly reach?: HttpReach;
  /** See HttpSendOptions. */
  readonly resend?: boolean;
  /** Which answers are good; 2xx without. */
  readonly isGood?: (status: number) => boolean;
  /** Reads an answer that is not good. */
  readonly toError: (status: number, headers: HttpHeaders, body: string) => ProviderError;
}

export interface Attempt {
  /** The first content came: now the gaps between reads count. */
  content(gap?: Gap): void;
  /** Stops reading until `resume`. */
  pause(): void;
  resume(): void;
  /** Ends it at once. */
  abort(): void;
  /** The answer is whole: reads off what may follow in the background, so that the connection can be used again. */
  drain(): void;
}

export const LIMIT_MESSAGES: Readonly<Record<TimeLimitPhase, string>> = {
  connect: "The provider did not take the connection in time.",
  first_content: "The provider did not begin its answer in time.",
  idle: "The provider fell silent in the middle of its answer.",
  total: "The provider's answer took too long.",
};

/** An answer that is not good. */
interface Refusal {
  readonly status: number;
  readonly headers: HttpHeaders;
  readonly body: BodyBuffer;
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

const encodingOf = (headers: HttpHeaders): string => {
  const encoding = headers["content-encoding"];
  return typeof encoding === "string" ? encoding : "identity";
};

/**
 * One request, once: sent, watched by its time limits and its caller's signal, its error answer read. Every way it can
 * end is told to the sink exactly once.
 */
export const startAttempt = (options: AttemptOptions, sink: AttemptSink): Attempt => {
  const { http, clock, request, toError, limits, signal, isGood = isSuccess } = options;
  let exchange: HttpExchange | undefined;
  let state: "open" | "draining" | "over" = "open";
  let drainedBytes = 0;
  let paused = false;
  let refusal: Refusal | undefined;

  const close = () => {
    state = "over";
    watch.stop();
    signal.removeEventListener("abort", onAbort);
    exchange?.abort();
  };
  const fail = (error: ProviderError) => {
    if (state === "over") return;
    const tell = state !== "draining";
    close();
    if (tell) sink.onFailure(error);
  };
  /** Whatever ends the body of an error answer, the status has told enough. */
  const failRefused = ({ status, headers, body }: Refusal) => {
    fail(toError(status, headers, body.text()));
  };
  const onAbort = () => {
    fail(new ProviderError({ kind: "aborted", message: "The caller went away." }, signal.reason));
  };
  const watch = watchTimeLimits({
    clock, limits,
    onLimit(phase) {
      if (refusal !== undefined) failRefused(refusal);
      else fail(new ProviderError({ kind: "timeout", phase, message: LIMIT_MESSAGES[phase] }));
    },
  });

  const attempt: Attempt = {
    content: (gap) => { watch.content(gap); },
    pause() {
      paused = true;
      watch.heldBack(true);
      exchange?.pause();
    },
    resume() {
      if (!paused) return;
      paused = false;
      watch.heldBack(false);
      exchange?.resume();
    },
    abort() {
      if (state !== "over") close();
    },
    drain() {
      if (state !== "open") return;
      state = "draining";
      signal.removeEventListener("abort", onAbort);
      watch.content({ idleMs: DRAIN_MS, endsAtBytes: Infinity });
      attempt.resume();
    },
  };

  if (signal.aborted) {
    queueMicrotask(onAbort);
    return attempt;
  }
  signal.addEventListener("abort", onAbort, { once: true });
  exchange = http.send(request, {
    onConnected: () => { watch.connected(); },
    onAnswer(status, headers) {
      if (!isGood(status)) {
        refusal = { status, headers, body: createBodyBuffer(MAX_ERROR_BODY_BYTES) };
        watch.content({ idleMs: Math.min(ERROR_BODY_MS, limits.idleMs), endsAtBytes: Infinity });
      } else if (encodingOf(headers) !== "identity") {
        fail(new ProviderError({ kind: "malformed", status, message: `The provider compressed its answer (${encodingOf(headers)}) though it was asked not to.` }));
      } else {
        sink.onHead?.(status, headers);
      }
    },
    onBytes(bytes) {
      watch.bytes(bytes.length);
      if (state === "draining") {
        drainedBytes += bytes.length;
        if (drainedBytes > MAX_DRAINED_BYTES) close();
      } else if (refusal === undefined) sink.onBytes(bytes);
      else if (!refusal.body.push(bytes)) failRefused(refusal);
    },
    onEnd() {
      if (refusal !== undefined) {
        failRefused(refusal);
        return;
      }
      const tell = state === "open";
      close();
      if (tell) sink.onEnd();
    },
    onFailure(error) {
      if (refusal === undefined) fail(error);
      else failRefused(refusal);
    },
  }, options);
  return attempt;
};
