import type { AsyncLocalStorage } from "node:async_hooks";
import type { Clock } from "@cenote/core";
import { ProviderError } from "../provider-error";
import type { CallOptions } from "../spec";
import { LIMIT_MESSAGES } from "../wire/attempt";
import type { Http } from "../wire/http";
import { TimeLimitWatch } from "../wire/time-limits";
import { createCallFetch } from "./call-fetch";

/** Links a package's request to its call, because a package has one `fetch` for all calls. */
export type RequestScope = AsyncLocalStorage<typeof fetch>;

export interface SdkCallOptions extends CallOptions {
  readonly http: Http;
  readonly clock: Clock;
  readonly requests: RequestScope;
  readonly mode: "stream" | "plain";
  /** Largest body of one answer: see ANSWER_LIMITS. */
  readonly maxBytes: number;
  /** Called once if the caller left or a limit was exceeded. The call is then closed, whatever the package does. */
  readonly onFailure: (error: ProviderError) => void;
}

/** One call through a package, with all of its requests. It enforces the time limits and listens to the caller's signal. */
export interface SdkCall {
  /** For the package. */
  readonly signal: AbortSignal;
  /** The failure of the connection or the call, which the package may report differently. */
  failure(): ProviderError | undefined;
  /** Runs the package's code, so that its requests belong to this call. */
  run<T>(work: () => T): T;
  /** Reports the first content. */
  content(): void;
  /** Reports that a part could be read. */
  progress(): void;
  /** Ends the call and its requests. */
  close(): void;
}

export const startSdkCall = (options: SdkCallOptions): SdkCall => {
  const { http, clock, requests, limits, signal, mode, maxBytes, onFailure } = options;
  const controller = new AbortController();
  let failure: ProviderError | undefined;
  let closed = false;

  const close = () => {
    if (closed) return;
    closed = true;
    watch.stop();
    signal.removeEventListener("abort", onAbort);
    controller.abort();
  };
  const fail = (error: ProviderError) => {
    if (closed) return;
    failure ??= error;
    close();
    onFailure(error);
  };
  const onAbort = () => {
    fail(new ProviderError({ kind: "aborted", message: "The caller disconnected." }));
  };
  // Each request has its own four limits. This watch covers what a package does between requests, or without our `fetch`.
  const watch = new TimeLimitWatch({
    clock,
    limits,
    onLimit: (phase) => {
      fail(new ProviderError({ kind: "timeout", phase, message: LIMIT_MESSAGES[phase] }));
    },
  });
  watch.connected();
  if (mode === "plain") watch.content({ idleMs: Infinity });

  const out = createCallFetch({
    http,
    clock,
    limits,
    mode,
    maxBytes,
    signal: controller.signal,
    onFailure(error) {
      if (!closed) failure ??= error;
    },
  });

  if (signal.aborted) queueMicrotask(onAbort);
  else signal.addEventListener("abort", onAbort, { once: true });
  return {
    signal: controller.signal,
    failure: () => failure,
    run: (work) => requests.run(out.fetch, work),
    content() {
      out.content();
      watch.content({ idleMs: out.requests() > 0 ? Infinity : limits.idleMs });
    },
    progress() {
      out.progress();
      watch.bytes(1);
    },
    close,
  };
};
