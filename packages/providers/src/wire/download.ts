import type { Clock } from "@cenote/core";
import { ProviderError } from "../provider-error";
import type { TimeLimits } from "../spec";
import { type Attempt, isSuccess, startAttempt } from "./attempt";
import { createBodyStream } from "./body-stream";
import { readFileAddress } from "./file-address";
import { firstHeader, type Http, type HttpHeaders } from "./http";

export interface DownloadRequest {
  readonly url: string;
  /** Sent only to the origin of `url`, not to other origins of redirects. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Origins that may be private and without TLS: the provider's own and those of its `download_origins`. */
  readonly allowedOrigins: readonly string[];
  /** Accepted content types, in lower case, without parameters. */
  readonly accept: readonly string[];
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** Time limit for everything together, including redirects and body. */
  readonly totalMs: number;
}

export interface Download {
  /** One of the accepted content types. */
  readonly contentType: string;
  /**
   * Must be read once, or left with `return()`, because it holds a connection. Throws ProviderError: `cut`, `timeout`,
   * `aborted`, `rejected` (too large).
   */
  readonly body: AsyncIterable<Buffer>;
}

export interface Downloader {
  /**
   * Fetches a file whose address an answer contains. Resolves when status and headers have arrived. Errors:
   * ProviderError. `rejected` is final: no file, another content type, or too large. It is a ForbiddenAddressError if the
   * address, or that of a redirect, is not allowed. After any other kind a retry may succeed.
   */
  download(request: DownloadRequest): Promise<Download>;
}

const MAX_REDIRECTS = 3;
const CONNECT_MS = 10_000;
/** Time limit until the answer begins. */
const HEAD_MS = 30_000;
/** Time limit between two reads. */
const IDLE_MS = 30_000;

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Error statuses that say nothing about the file itself. */
const PASSING = new Set([401, 408, 425, 429]);

const rejected = (message: string): ProviderError => new ProviderError({ kind: "rejected", message });

/** The content type that HTTP assumes for a file without one. */
const UNNAMED_TYPE = "application/octet-stream";

const contentTypeOf = (headers: HttpHeaders): string =>
  (firstHeader(headers, "content-type") ?? UNNAMED_TYPE).split(";", 1)[0]!.trim().toLowerCase();

/** The body of an error is not read, because this is not the provider's API and the body may contain anything. */
const toRefusal = (status: number, origin: string): ProviderError => {
  const facts = { status, origin, message: `The host of the provider's file rejected the download (HTTP ${status}).` };
  if (status >= 500) return new ProviderError({ kind: "server", ...facts });
  if (PASSING.has(status))
    return new ProviderError({ kind: status === 401 ? "credentials" : "rate_limited", ...facts });
  return new ProviderError({ kind: "rejected", ...facts });
};

/** The problem with the headers of an answer that should be a file; undefined if there is none. */
const headProblem = (headers: HttpHeaders, { accept, maxBytes }: DownloadRequest): ProviderError | undefined => {
  const contentType = contentTypeOf(headers);
  if (!accept.includes(contentType))
    return rejected(
      `The provider's file is of type ${contentType === "" ? "unknown" : contentType} where ${accept.join(" or ")} was due.`,
    );
  return Number(firstHeader(headers, "content-length") ?? 0) > maxBytes ? tooLarge(maxBytes) : undefined;
};

const tooLarge = (maxBytes: number): ProviderError => rejected(`The provider's file is larger than ${maxBytes} bytes.`);

/** Result of one request: the file, or the address it redirects to. */
type Hop = { readonly download: Download } | { readonly location: string };

/** Fetches files whose addresses are in answers, but never from private addresses: see `DownloadRequest`. */
export const createDownloader = ({ http, clock }: { readonly http: Http; readonly clock: Clock }): Downloader => {
  const startHop = (
    url: URL,
    request: DownloadRequest,
    { first, limits }: { readonly first: URL; readonly limits: TimeLimits },
  ): Promise<Hop> => {
    const allowed = request.allowedOrigins.includes(url.origin);
    return new Promise((resolve, reject) => {
      const stream = createBodyStream({
        maxBytes: request.maxBytes,
        tooLarge: tooLarge(request.maxBytes),
        source: {
          pause: () => {
            attempt.pause();
          },
          resume: () => {
            attempt.resume();
          },
          abort: () => {
            attempt.abort();
          },
        },
      });
      const attempt: Attempt = startAttempt(
        {
          http,
          clock,
          limits,
          request: {
            method: "GET",
            url: url.href,
            headers: { ...(url.origin === first.origin ? request.headers : {}), "accept-encoding": "identity" },
          },
          reach: allowed ? "any" : "public",
          signal: request.signal,
          isGood: (status) => isSuccess(status) || REDIRECTS.has(status),
          toError: (status) => toRefusal(status, url.origin),
        },
        {
          onHead(status, headers) {
            const problem = isSuccess(status) ? headProblem(headers, request) : undefined;
            if (problem === undefined && isSuccess(status)) {
              attempt.content();
              resolve({ download: { contentType: contentTypeOf(headers), body: stream.body } });
              return;
            }
            attempt.abort();
            if (problem === undefined) resolve({ location: firstHeader(headers, "location") ?? "" });
            else reject(problem);
          },
          onBytes: stream.push,
          onEnd: stream.end,
          onFailure(error) {
            // Until the headers have arrived nobody reads the body, so the promise rejects.
            reject(error);
            stream.fail(error);
          },
        },
      );
    });
  };

  return {
    async download(request) {
      const endMs = clock.monotonicMs() + request.totalMs;
      const first = readFileAddress(request.url, request.allowedOrigins);
      let url = first;
      for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
        const totalMs = Math.max(1, endMs - clock.monotonicMs());
        const hop = await startHop(url, request, {
          first,
          limits: { connectMs: CONNECT_MS, firstContentMs: HEAD_MS, idleMs: IDLE_MS, totalMs },
        });
        if ("download" in hop) return hop.download;
        url = readFileAddress(hop.location, request.allowedOrigins, url);
      }
      throw rejected(`The provider's file is behind more than ${MAX_REDIRECTS} redirects.`);
    },
  };
};
