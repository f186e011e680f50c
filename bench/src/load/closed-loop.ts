import { connect, type Socket } from "node:net";
import { quantile } from "../statistics";
import type { LoadOrder, LoadResult } from "./protocol";
import { requestBytes } from "./request-bytes";
import { createResponseReader, type ReadResponse } from "./response-reader";

export interface ClosedLoop {
  /** Resolves after the warm-up, while the callers continue. */
  warmUp(): Promise<void>;
  /** @param onOver Called when the measuring time has ended; open calls still finish. */
  measure(onOver: () => void): Promise<LoadResult>;
}

const HOST = "127.0.0.1";
const STATUS_OK = 200;
const MAX_LATENCIES = 2_000_000;
/** A target that rejects everything must not be flooded. */
const PAUSE_AFTER_FAILURE_MS = 20;

/** Callers that each start the next call as soon as the last has ended. */
export const createClosedLoop = (order: LoadOrder): ClosedLoop => {
  const request = requestBytes(order);
  let measuring = false;
  let over = false;
  let open = 0;
  let failed = 0;
  let furtherCalls = 0;
  let firstFailure: string | undefined;
  const latencies: number[] = [];
  const firstBytes: number[] = [];
  const ended = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<void>();
  const after = (ms: number) =>
    new Promise<void>((resolve) => {
      setTimeout(resolve, ms);
    });

  const fail = (reason: string) => {
    if (measuring) failed++;
    firstFailure ??= reason;
  };
  const stop = () => {
    over = true;
    stopped.resolve();
  };

  const call = (socket: Socket, reader: ReturnType<typeof createResponseReader>): void => {
    let sentMs = 0;
    let firstByteMs = 0;
    const send = () => {
      sentMs = performance.now();
      firstByteMs = 0;
      socket.write(request);
    };
    const onAnswer = (answer: ReadResponse) => {
      const nowMs = performance.now();
      const good = answer.status === STATUS_OK && answer.tail.includes(order.goodTail);
      if (!good) fail(`status ${answer.status}, ${answer.bodyBytes} bytes that end in ${JSON.stringify(answer.tail)}`);
      else if (!measuring) furtherCalls++;
      else if (latencies.length < MAX_LATENCIES) {
        latencies.push(nowMs - sentMs);
        firstBytes.push((firstByteMs === 0 ? nowMs : firstByteMs) - sentMs);
        if (latencies.length === order.maximumCalls) stop();
      }
      if (over) socket.end();
      else if (good) send();
      else setTimeout(send, PAUSE_AFTER_FAILURE_MS);
    };
    socket.on("data", (bytes) => {
      const answer = reader.read(bytes);
      if (firstByteMs === 0 && reader.begun) firstByteMs = performance.now();
      if (answer !== undefined) onAnswer(answer);
    });
    send();
  };

  const startCaller = () => {
    const socket = connect({ port: order.port, host: HOST, noDelay: true });
    open++;
    socket.on("connect", () => {
      call(socket, createResponseReader());
    });
    socket.on("error", (error) => {
      fail(error.message);
    });
    socket.on("close", () => {
      open--;
      if (!over) setTimeout(startCaller, PAUSE_AFTER_FAILURE_MS);
      else if (open === 0) ended.resolve();
    });
  };

  return {
    async warmUp() {
      for (let caller = 0; caller < order.callers; caller++) startCaller();
      await after(order.warmUpMs);
    },
    async measure(onOver) {
      measuring = true;
      const startMs = performance.now();
      const timer = setTimeout(stop, order.measureMs);
      await stopped.promise;
      clearTimeout(timer);
      const elapsedMs = performance.now() - startMs;
      const calls = latencies.length;
      measuring = false;
      onOver();
      await Promise.race([ended.promise, after(order.measureMs)]);
      return {
        calls,
        furtherCalls,
        failed,
        firstFailure,
        elapsedMs,
        latencyMs: { p50: quantile(latencies, 0.5), p90: quantile(latencies, 0.9), p99: quantile(latencies, 0.99) },
        firstByteMs: { p50: quantile(firstBytes, 0.5), p99: quantile(firstBytes, 0.99) },
      };
    },
  };
};
