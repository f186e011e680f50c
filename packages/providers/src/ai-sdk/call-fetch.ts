import { answerTooLarge, malformed } from "../answers/answer-failures";
import type { Clock } from "@cenote/core";
import { ProviderError } from "../provider-error";
import type { CallOptions } from "../spec";
import { type Attempt, startAttempt } from "../wire/attempt";
import { createBodyStream } from "../wire/body-stream";
import type { Http, HttpHeaders } from "../wire/http";
import { JsonMarks } from "../wire/json-marks";
import { withLargeBodyAsBytes } from "../wire/large-body";
import { PLAIN_GAP, hasContent } from "../wire/plain-answer";
import { MAX_EVENT_BYTES } from "../wire/sse";
import { toWireRequest } from "./to-wire-request";

export interface CallFetchOptions extends CallOptions {
  readonly http: Http;
  readonly clock: Clock;
  /** `stream`: content is reported by `content()`. `plain`: any bytes but white space are content. */
  readonly mode: "stream" | "plain";
  /** Largest body of one answer: see ANSWER_LIMITS. */
  readonly maxBytes: number;
  /** Called if the connection failed or exceeded a limit. This is the cause, whatever error the package reports. */
  readonly onFailure: (error: ProviderError) => void;
}

/** An implementation of `fetch` over our own HTTP client, for the requests of one call. */
export interface CallFetch {
  readonly fetch: typeof fetch;
  requests(): number;
  /** Reports the first content. From now on the gaps between reads are limited. */
  content(): void;
  /** Reports that the package has parsed a part. */
  progress(): void;
}

/** `Response` rejects a higher status, which HTTP does not forbid. */
const MAX_STATUS = 599;
/** Statuses whose answers have no body. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

const toHeaders = (headers: HttpHeaders): Headers => {
  const all = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    for (const one of Array.isArray(value) ? value : [value ?? ""]) all.append(name, one);
  }
  return all;
};

const toResponse = (status: number, headers: HttpHeaders, body: string | ReadableStream<Uint8Array>): Response =>
  new Response(WITHOUT_BODY.has(status) ? null : body, { status, headers: toHeaders(headers) });

export const createCallFetch = (options: CallFetchOptions): CallFetch => {
  const { http, clock, limits, signal, mode, maxBytes, onFailure } = options;
  const open = new Set<Attempt>();
  let requests = 0;
  let begun = false;
  let unreadBytes = 0;
  /** Bounds the bytes that the package has not parsed yet. */
  const marks = new JsonMarks();

  const send = (input: string | URL | Request, init: RequestInit | undefined): Promise<Response> =>
    new Promise((resolve, reject) => {
      const request = withLargeBodyAsBytes(toWireRequest(input, init));
      let refused: Response | undefined;
      let isPlainBegun = false;
      let attempt: Attempt | undefined;
      const leave = () => {
        if (attempt === undefined) return;
        open.delete(attempt);
        attempt.abort();
      };
      const body = createBodyStream({
        maxBytes,
        tooLarge: answerTooLarge(maxBytes),
        source: { pause: () => attempt?.pause(), resume: () => attempt?.resume(), abort: leave },
      });
      const fail = (error: ProviderError) => {
        leave();
        onFailure(error);
        body.fail(error);
        reject(error);
      };
      requests += 1;
      attempt = startAttempt(
        {
          http,
          clock,
          limits,
          signal,
          request,
          toError(status, headers, text) {
            // The package can read its provider's errors.
            if (status <= MAX_STATUS) refused = toResponse(status, headers, text);
            return new ProviderError({ kind: "server", status, message: `HTTP ${status}` });
          },
        },
        {
          onHead(status, headers) {
            resolve(toResponse(status, headers, ReadableStream.from(body.body)));
          },
          onBytes(bytes) {
            if (mode === "plain" && !isPlainBegun && hasContent(bytes)) {
              isPlainBegun = true;
              attempt?.content(PLAIN_GAP);
            } else if (begun) attempt?.content();
            unreadBytes += bytes.length;
            if (mode === "plain" && unreadBytes > maxBytes) fail(answerTooLarge(maxBytes));
            // The bound of an event in all other families, since the package parses it at once.
            else if (mode === "stream" && unreadBytes > MAX_EVENT_BYTES)
              fail(malformed(`The provider sent ${MAX_EVENT_BYTES} bytes without an event.`));
            else if (!marks.add(bytes))
              fail(malformed("The provider sent more arrays, objects or values than any model makes."));
            else body.push(bytes);
          },
          onEnd() {
            if (attempt !== undefined) open.delete(attempt);
            body.end();
          },
          onFailure(error) {
            if (refused === undefined) fail(error);
            else {
              leave();
              resolve(refused);
            }
          },
        },
      );
      open.add(attempt);
    });

  return {
    // A package may read it off an object, and await what it gives.
    fetch: async (input, init) => send(input, init),
    requests: () => requests,
    content() {
      begun = true;
      for (const attempt of open) attempt.content();
    },
    progress() {
      unreadBytes = 0;
      marks.clear();
    },
  };
};
