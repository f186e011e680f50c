import type { IncomingMessage } from "node:http";
import { CenoteError, type Clock } from "@cenote/core";
import type { FastifyRequest } from "fastify";
import type { GatewayLimits } from "../../limits";
import { shareOfCaller } from "../calls/caller";
import type { ArrivingBodies } from "./arriving-bodies";
import { discardBody } from "./discard-body";
import type { LargeBodies } from "./large-bodies";
import { declaredBytes } from "./declared-bytes";
import { expectsContinue } from "./expects-continue";

export interface CollectBodyOptions {
  readonly bodies: LargeBodies;
  readonly arriving: ArrivingBodies;
  readonly clock: Clock;
  readonly limits: Pick<GatewayLimits, "bodyBytes" | "discardBytes" | "discardMs">;
  /** Parses the body. Throws if it is invalid. */
  readonly read: (request: FastifyRequest, bytes: Buffer) => unknown;
}

/** A body parser, with Fastify's arguments. */
export type CollectBody = (
  request: FastifyRequest,
  raw: IncomingMessage,
  done: (error: Error | null, body?: unknown) => void,
) => void;

const MEBIBYTE = 1024 * 1024;
const NOTHING: Buffer = Buffer.alloc(0);
/** First buffer for a body of unknown length in several pieces. It is doubled each time it is full. */
const FIRST_ROOM_BYTES = 64 * 1024;

const tooLarge = (bodyBytes: number) =>
  new CenoteError("request_too_large", `The body is larger than ${bodyBytes / MEBIBYTE} MiB.`, { param: "body" });

/** One arriving body. A small body that is already complete costs two listeners and nothing else. */
class Collection {
  readonly #options: CollectBodyOptions;
  readonly #request: FastifyRequest;
  readonly #raw: IncomingMessage;
  readonly #declaredBytes: number | undefined;
  /** The limit when the body began. A changed configuration applies to later bodies. */
  readonly #mostBytes: number;
  /** One piece, or a buffer for several. Pieces are copied: keeping one of a single byte costs a hundred bytes. */
  #held: Buffer = NOTHING;
  #received = 0;
  /** Whether the sender waits for `100 Continue`. */
  #isHeldBack: boolean;
  /** Monotonic; undefined if the body was already complete. */
  #startMs: number | undefined;
  #done: ((error: Error | null, body?: unknown) => void) | undefined;

  constructor(
    options: CollectBodyOptions,
    request: FastifyRequest,
    raw: IncomingMessage,
    done: (error: Error | null, body?: unknown) => void,
  ) {
    this.#options = options;
    this.#request = request;
    this.#raw = raw;
    this.#declaredBytes = declaredBytes(request);
    this.#mostBytes = options.limits.bodyBytes();
    this.#isHeldBack = expectsContinue(raw);
    this.#done = done;
  }

  start(): void {
    const { arriving } = this.#options;
    if (!this.#raw.complete) {
      this.#startMs = this.#options.clock.monotonicMs();
      try {
        arriving.enter(this.#raw, this.#share, (error) => {
          this.#finish(error);
        });
      } catch (error) {
        this.#finish(error as Error);
        return;
      }
    }
    if (this.#declaredBytes !== undefined && this.#declaredBytes > this.#mostBytes)
      void this.#refuse(tooLarge(this.#mostBytes));
    else this.#begin();
  }

  #begin(): void {
    if (this.#isHeldBack) {
      this.#isHeldBack = false;
      this.#request.exchange.response.writeContinue();
    }
    this.#raw.on("data", this.#onData).on("end", this.#onEnd).on("error", this.#onEnd);
  }

  get #share(): string {
    const { caller } = this.#request.exchange;
    return caller === undefined ? "" : shareOfCaller(caller);
  }

  readonly #onData = (piece: Buffer): void => {
    const { bodies } = this.#options;
    const bytes = this.#received + piece.length;
    try {
      if (bytes > this.#mostBytes) throw tooLarge(this.#mostBytes);
      if (this.#declaredBytes === undefined) bodies.count(this.#request.exchange.abort, this.#share, bytes);
    } catch (error) {
      void this.#refuse(error as Error);
      return;
    }
    if (this.#received === 0) this.#held = piece;
    else this.#append(piece, bytes);
    this.#received = bytes;
  };

  readonly #onEnd = (error?: Error): void => {
    const { arriving, clock } = this.#options;
    arriving.leave(this.#raw);
    if (this.#startMs !== undefined) this.#request.exchange.bodyMs = clock.monotonicMs() - this.#startMs;
    if (error !== undefined) {
      this.#finish(error);
      return;
    }
    let body: unknown;
    try {
      body = this.#options.read(this.#request, this.#held.subarray(0, this.#received));
    } catch (fault) {
      this.#finish(fault as Error);
      return;
    }
    this.#finish(null, body);
  };

  #append(piece: Buffer, bytes: number): void {
    if (this.#held.length < bytes) {
      const more = this.#declaredBytes ?? Math.min(this.#mostBytes, Math.max(FIRST_ROOM_BYTES, 2 * this.#held.length));
      const room = Buffer.allocUnsafe(Math.max(more, bytes));
      this.#held.copy(room, 0, 0, this.#received);
      this.#held = room;
    }
    piece.copy(this.#held, this.#received);
  }

  #listenNoMore(): void {
    this.#raw.off("data", this.#onData).off("end", this.#onEnd).off("error", this.#onEnd);
    this.#held = NOTHING;
  }

  /**
   * Discards the rest of the body first, unless the sender got no `100 Continue` or declares more than `discardBytes`.
   */
  async #refuse(error: Error): Promise<void> {
    const { arriving, bodies, clock, limits } = this.#options;
    this.#listenNoMore();
    bodies.leave(this.#request.exchange.abort);
    const isComing = !this.#isHeldBack;
    if (isComing && (this.#declaredBytes === undefined || this.#declaredBytes <= limits.discardBytes))
      await discardBody(this.#raw, clock, limits);
    arriving.leave(this.#raw);
    this.#finish(error);
  }

  #finish(error: Error | null, body?: unknown): void {
    const done = this.#done;
    if (done === undefined) return;
    this.#done = undefined;
    this.#listenNoMore();
    done(error, body);
  }
}

/**
 * Reads bodies within the limits of size and speed. If the length is unknown, the organization's share of the memory
 * for bodies is also checked. Errors: request_too_large, invalid_request_error, rate_limit_exceeded, overloaded, and
 * those of `read`.
 */
export const createCollectBody =
  (options: CollectBodyOptions): CollectBody =>
  (request, raw, done) => {
    new Collection(options, request, raw, done).start();
  };
