import type { Clock } from "@cenote/core";
import { ProviderError, type TimeLimitPhase } from "../provider-error";
import type { CallOptions } from "../spec";
import { BodyBuffer, utf8Of } from "./body-buffer";
import { type Compression, compressionOf, createDecompressor, decompress, type Decompressor } from "./compression";
import type { HttpReach } from "./connections";
import type { Http, HttpExchange, HttpHeaders, HttpSink } from "./http";
import type { HttpRequest } from "./large-body";
import { type Gap, TimeLimitWatch } from "./time-limits";

/** At most this much of an error answer is read. */
const MAX_ERROR_BODY_BYTES = 64 * 1024;
/** Time limit for the body of an error answer, whose status is already known. */
const ERROR_BODY_MS = 2_000;
/**
 * Most bytes of an answer that is compressed although that was not requested. The limit applies to the decompressed bytes
 * and also to the compressed ones, since those may decompress to nothing.
 */
const MAX_DECOMPRESSED_BYTES = 32 * 1024 * 1024;
/** If more than this follows a complete answer, its connection is closed and not reused. */
const MAX_DRAINED_BYTES = 64 * 1024;
const DRAIN_MS = 1_000;

/** The callbacks of one attempt. After `onEnd` or `onFailure`, and after `abort` or `drain`, none is called. */
export interface AttemptSink {
  /** Status and headers of a successful answer. */
  onHead?(status: number, headers: HttpHeaders): void;
  /** Bytes of a successful answer. */
  onBytes(bytes: Buffer): void;
  /** The body of a successful answer is complete. */
  onEnd(): void;
  onFailure(error: ProviderError): void;
}

export interface AttemptOptions extends CallOptions {
  readonly http: Http;
  readonly clock: Clock;
  readonly request: HttpRequest;
  /** Addresses that the request may go to. Default: `any`. */
  readonly reach?: HttpReach;
  /** See HttpSendOptions. */
  readonly resend?: boolean;
  /** Which statuses are successful. Default: 2xx. */
  readonly isGood?: (status: number) => boolean;
  /** Reads an error answer. */
  readonly toError: (status: number, headers: HttpHeaders, body: string) => ProviderError;
}

export interface Attempt {
  /** Reports the first content. From now on the idle limit applies to the gaps between reads. */
  content(gap?: Gap): void;
  /** Stops reading until `resume`. */
  pause(): void;
  resume(): void;
  /** Ends the attempt at once. */
  abort(): void;
  /** Reports that the answer is complete. The rest is read in the background, so that the connection can be reused. */
  drain(): void;
}

export const LIMIT_MESSAGES: Readonly<Record<TimeLimitPhase, string>> = {
  connect: "The provider did not accept the connection in time.",
  first_content: "The provider did not begin its answer in time.",
  idle: "The provider fell silent in the middle of its answer.",
  total: "The provider's answer took too long.",
};

/** An error answer. */
interface Refusal {
  readonly status: number;
  readonly headers: HttpHeaders;
  readonly body: BodyBuffer;
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** A successful answer that is compressed. */
interface Compressed {
  readonly status: number;
  readonly compression: Compression;
  readonly decompressor: Decompressor;
}

/** Also the listener of the caller's signal and the sink of the request. */
class OneAttempt implements Attempt, HttpSink {
  readonly #options: AttemptOptions;
  readonly #sink: AttemptSink;
  readonly #watch: TimeLimitWatch;
  #exchange: HttpExchange | undefined;
  #state: "open" | "draining" | "over" = "open";
  #drainedBytes = 0;
  #isPaused = false;
  #refusal: Refusal | undefined;
  #compressed: Compressed | undefined;
  #compressedBytes = 0;

  constructor(options: AttemptOptions, sink: AttemptSink) {
    const { clock, limits } = options;
    this.#options = options;
    this.#sink = sink;
    this.#watch = new TimeLimitWatch({
      clock,
      limits,
      onLimit: (phase) => {
        this.#passed(phase);
      },
    });
  }

  start(): void {
    const { http, request, signal } = this.#options;
    if (signal.aborted) {
      queueMicrotask(() => {
        this.handleEvent();
      });
      return;
    }
    signal.addEventListener("abort", this, { once: true });
    this.#exchange = http.send(request, this, this.#options);
  }

  content(gap?: Gap): void {
    this.#watch.content(gap);
  }

  pause(): void {
    this.#isPaused = true;
    this.#watch.heldBack(true);
    this.#exchange?.pause();
    this.#compressed?.decompressor.pause();
  }

  resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#watch.heldBack(false);
    this.#exchange?.resume();
    this.#compressed?.decompressor.resume();
  }

  abort(): void {
    if (this.#state !== "over") this.#close();
  }

  drain(): void {
    if (this.#state !== "open") return;
    this.#state = "draining";
    this.#options.signal.removeEventListener("abort", this);
    this.#watch.content({ idleMs: DRAIN_MS, endsAtBytes: Infinity });
    this.resume();
  }

  /** Called when the caller's signal fires. */
  handleEvent(): void {
    this.#fail(
      new ProviderError({ kind: "aborted", message: "The caller disconnected." }, this.#options.signal.reason),
    );
  }

  onConnected(): void {
    this.#watch.connected();
  }

  onAnswer(status: number, headers: HttpHeaders): void {
    const { isGood = isSuccess, limits } = this.#options;
    if (!isGood(status)) {
      this.#refusal = { status, headers, body: new BodyBuffer(MAX_ERROR_BODY_BYTES) };
      this.#watch.content({ idleMs: Math.min(ERROR_BODY_MS, limits.idleMs), endsAtBytes: Infinity });
      return;
    }
    const compression = compressionOf(headers);
    if (compression !== undefined) {
      const decompressor = createDecompressor(compression);
      if (decompressor === undefined) {
        this.#failCompressed({ status, compression });
        return;
      }
      this.#compressed = { status, compression, decompressor };
      this.#follow(this.#compressed);
    }
    this.#sink.onHead?.(status, headers);
  }

  onBytes(bytes: Buffer): void {
    this.#watch.bytes(bytes.length);
    if (this.#state === "draining") {
      this.#drainedBytes += bytes.length;
      if (this.#drainedBytes > MAX_DRAINED_BYTES) this.#close();
    } else if (this.#refusal !== undefined) {
      if (!this.#refusal.body.push(bytes)) this.#failRefused(this.#refusal);
    } else if (this.#compressed === undefined) this.#sink.onBytes(bytes);
    else this.#decompress(this.#compressed, bytes);
  }

  onEnd(): void {
    if (this.#refusal !== undefined) {
      this.#failRefused(this.#refusal);
      return;
    }
    if (this.#compressed !== undefined && this.#state === "open") this.#compressed.decompressor.end();
    else this.#finish();
  }

  #finish(): void {
    const isOpen = this.#state === "open";
    this.#close();
    if (isOpen) this.#sink.onEnd();
  }

  onFailure(error: ProviderError): void {
    if (this.#refusal === undefined) this.#fail(error);
    else this.#failRefused(this.#refusal);
  }

  #passed(phase: TimeLimitPhase): void {
    if (this.#refusal !== undefined) this.#failRefused(this.#refusal);
    else this.#fail(new ProviderError({ kind: "timeout", phase, message: LIMIT_MESSAGES[phase] }));
  }

  /** Reports the status of an error answer, however its body ends. */
  #failRefused({ status, headers, body }: Refusal): void {
    const compression = compressionOf(headers);
    const bytes =
      compression === undefined ? body.bytes() : decompress(body.bytes(), compression, MAX_ERROR_BODY_BYTES);
    this.#fail(this.#readError(status, headers, bytes === undefined ? "" : utf8Of(bytes)));
  }

  /** A bug in the reader of errors fails only this attempt. If it were thrown from here, it would end the process. */
  #readError(status: number, headers: HttpHeaders, body: string): ProviderError {
    try {
      return this.#options.toError(status, headers, body);
    } catch (error) {
      return new ProviderError({ kind: "malformed", status, message: "The provider's error can't be read." }, error);
    }
  }

  /** Passes on the decompressed bytes as they become available. */
  #follow(compressed: Compressed): void {
    let passedBytes = 0;
    compressed.decompressor
      .on("data", (bytes: Buffer) => {
        if (this.#state !== "open") return;
        passedBytes += bytes.length;
        if (passedBytes > MAX_DECOMPRESSED_BYTES) this.#failCompressed(compressed);
        else this.#sink.onBytes(bytes);
      })
      .on("error", () => {
        if (this.#state === "open") this.#failCompressed(compressed);
      })
      .on("end", () => {
        if (this.#state !== "over") this.#finish();
      });
  }

  #decompress(compressed: Compressed, bytes: Buffer): void {
    this.#compressedBytes += bytes.length;
    if (this.#compressedBytes > MAX_DECOMPRESSED_BYTES) this.#failCompressed(compressed);
    else compressed.decompressor.write(bytes);
  }

  #failCompressed({ status, compression }: Pick<Compressed, "status" | "compression">): void {
    this.#fail(
      new ProviderError({
        kind: "malformed",
        status,
        message: `The provider compressed its answer (${compression}) although that was not requested.`,
      }),
    );
  }

  #fail(error: ProviderError): void {
    if (this.#state === "over") return;
    const isHeard = this.#state !== "draining";
    this.#close();
    if (isHeard) this.#sink.onFailure(error);
  }

  #close(): void {
    this.#state = "over";
    this.#watch.stop();
    this.#compressed?.decompressor.destroy();
    this.#options.signal.removeEventListener("abort", this);
    this.#exchange?.abort();
  }
}

/**
 * Sends one request once, enforces its time limits, listens to the caller's signal, and reads error answers. The sink
 * gets exactly one `onEnd` or `onFailure`, unless the attempt is aborted or drained.
 */
export const startAttempt = (options: AttemptOptions, sink: AttemptSink): Attempt => {
  const attempt = new OneAttempt(options, sink);
  attempt.start();
  return attempt;
};
