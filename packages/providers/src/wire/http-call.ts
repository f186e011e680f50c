import type { Lockstep } from "@cenote/core";
import type { Dispatcher } from "undici";
import { ProviderError } from "../provider-error";
import type { Connections, HttpReach } from "./connections";
import type { HttpExchange, HttpHeaders, HttpPeer, HttpSendOptions, HttpSink } from "./http";
import type { HttpRequest } from "./large-body";
import { isDeadConnection, toTransportError } from "./http-failure";
import type { Opening } from "@cenote/proxies";

export interface HttpCallParts {
  readonly connections: Connections;
  /** Delivers everything that arrived in one turn of the event loop together, for all answers. */
  readonly inLockstep: Lockstep;
}

const ABORTED = new Error("aborted");
/**
 * Most bytes of an answer that wait for the end of the turn. Anything more is delivered immediately, so that a slow reader
 * can pause the provider.
 */
const MAX_WAITING_BYTES = 64 * 1024;

/** It is a class because it is created for each call, and an object of closures takes ten times the memory. */
class HttpCall implements HttpExchange, Dispatcher.DispatchHandler {
  readonly #parts: HttpCallParts;
  readonly #request: HttpRequest;
  readonly #sink: HttpSink;
  readonly #reach: HttpReach;
  readonly #resend: boolean;
  readonly #peer: HttpPeer;
  readonly #connectMs: number | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #connecting: Opening | undefined;
  #origin = "";
  #isAnswered = false;
  #isOver = false;
  /** Whether a kept connection is used. The provider may have closed it while the request was on its way. */
  #isOnKept = false;
  /** Bytes of the answer that arrived in this turn of the event loop, and how the answer ended, if it did. */
  #arrived: Buffer[] = [];
  #arrivedBytes = 0;
  #ending: { readonly error?: unknown } | undefined;
  #isTellingSoon = false;

  constructor(
    parts: HttpCallParts,
    request: HttpRequest,
    sink: HttpSink,
    { reach = "any", resend = request.method === "GET", limits, peer = "provider" }: HttpSendOptions,
  ) {
    this.#parts = parts;
    this.#request = request;
    this.#sink = sink;
    this.#reach = reach;
    this.#resend = resend;
    this.#peer = peer;
    this.#connectMs = limits?.connectMs;
  }

  dispatch(fresh: boolean): void {
    const { connections } = this.#parts;
    this.#controller = undefined;
    this.#isOnKept = false;
    try {
      const url = connections.readUrl(this.#request.url);
      this.#origin = url.origin;
      const options = { url, reach: this.#reach, fresh, connectMs: this.#connectMs };
      const opened = connections.dispatch(this.#request, options, this);
      if (this.#controller === undefined) this.#connecting = opened;
      this.#isOnKept = opened === undefined;
    } catch (error) {
      this.#fail(
        new ProviderError(
          {
            kind: "unreachable",
            message: "The request could not be made: the provider's base_url or a header is not valid.",
          },
          error,
        ),
      );
    }
  }

  pause(): void {
    this.#controller?.pause();
  }

  resume(): void {
    this.#controller?.resume();
  }

  abort(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#controller !== undefined) this.#controller.abort(ABORTED);
    else this.#connecting?.destroy(ABORTED);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#connecting = undefined;
    if (this.#isOver) {
      controller.abort(ABORTED);
      return;
    }
    this.#controller = controller;
    this.#sink.onConnected();
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: HttpHeaders): void {
    if (this.#isOver || status < 200) return;
    this.#isAnswered = true;
    // These are views, which would keep the whole first read in memory for as long as the answer lasts.
    controller.rawHeaders = null;
    this.#sink.onAnswer(status, headers);
  }

  onResponseData(_: unknown, bytes: Buffer): void {
    if (this.#isOver) return;
    this.#arrived.push(bytes);
    this.#arrivedBytes += bytes.length;
    if (this.#arrivedBytes > MAX_WAITING_BYTES) this.#tell();
    else this.#tellSoon();
  }

  onResponseEnd(): void {
    if (this.#isOver) return;
    this.#ending = {};
    this.#tellSoon();
  }

  onResponseError(_: unknown, error: unknown): void {
    // The bytes that arrived before the error are delivered first.
    if (this.#isTellingSoon) this.#ending = { error };
    else this.#fail(error);
  }

  #tellSoon(): void {
    if (this.#isTellingSoon) return;
    this.#isTellingSoon = true;
    this.#parts.inLockstep(() => {
      this.#tell();
    });
  }

  #tell(): void {
    const pieces = this.#arrived;
    this.#isTellingSoon = false;
    this.#arrived = [];
    this.#arrivedBytes = 0;
    for (const bytes of pieces) {
      if (this.#isOver) return;
      this.#sink.onBytes(bytes);
    }
    if (this.#isOver || this.#ending === undefined) return;
    if ("error" in this.#ending) this.#fail(this.#ending.error);
    else {
      this.#isOver = true;
      this.#sink.onEnd();
    }
  }

  #fail(error: unknown): void {
    if (this.#isOver) return;
    if (this.#resend && this.#isOnKept && !this.#isAnswered && isDeadConnection(error)) {
      this.dispatch(true);
      return;
    }
    this.#isOver = true;
    const context = {
      origin: this.#origin,
      answered: this.#isAnswered,
      sent: this.#controller !== undefined,
      peer: this.#peer,
    };
    this.#sink.onFailure(error instanceof ProviderError ? error : toTransportError(error, context));
  }
}

/** Sends a request and reports to its sink. */
export const startHttpCall = (
  parts: HttpCallParts,
  request: HttpRequest,
  sink: HttpSink,
  options: HttpSendOptions = {},
): HttpExchange => {
  const call = new HttpCall(parts, request, sink, options);
  call.dispatch(false);
  return call;
};
