import { setTimeout as pause } from "node:timers/promises";
import { ask, type Client } from "./client";
import { digitsOf, nanoOf } from "./exact";
import { readEvents } from "./sse";

const BUSY_PAUSE_MS = 50;

/** A call whose answer was received completely. */
export interface Answered {
  readonly id: string;
  readonly nanoMxn: bigint;
}

export interface Load {
  /** Calls answered so far. */
  readonly answered: readonly Answered[];
  /** Resolves once this many calls are answered. Rejects if the callers end first. */
  answers(count: number): Promise<void>;
  /** From now on callers ignore error answers, because parts of the system may outlive others by a moment. */
  expectDeath(): void;
  /** Starts no new calls; resolves once the open ones have ended. Rejects if one got an error answer other than 503. */
  stop(): Promise<void>;
}

export interface LoadOptions {
  readonly client: Client;
  readonly callers: number;
  readonly random: () => number;
}

/** Callers that ask one question after another, plain and streamed, until stopped. They tolerate a system that dies. */
export const startLoad = ({ client, callers, random }: LoadOptions): Load => {
  const answered: Answered[] = [];
  const failures: unknown[] = [];
  let isDying = false;
  const stopping = new AbortController();

  const call = async (): Promise<void> => {
    const stream = random() < 0.5;
    const words = 1 + Math.floor(random() * 40);
    const response = await client.post(
      "/v1/chat/completions",
      ask(`[[sim words=${words} chunk_ms=${Math.floor(random() * 4)}]]`, { stream }),
    );
    if (response.status === 503) {
      // After a restart a stalled machine is sometimes too slow for a call; the caller repeats it.
      await response.text();
      await pause(BUSY_PAUSE_MS);
      return;
    }
    if (response.status !== 200) throw new Error(`status ${response.status}: ${await response.text()}`);
    const id = response.headers.get("x-request-id") ?? "";
    const usage = stream ? await lastUsage(response) : await response.text();
    if (usage !== undefined) answered.push({ id, nanoMxn: nanoOf(digitsOf(usage, "cost_mxn")) });
  };

  /**
   * Ends at a rejected or broken connection, which is how a killed system looks to a caller. Anything else is a
   * failure.
   */
  const caller = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await call();
      } catch (error) {
        // Compared by name, because fetch's errors are created outside the realm in which jest runs tests.
        const isConnectionLost = (error as { readonly name?: unknown }).name === "TypeError";
        if (!isConnectionLost && !isDying) failures.push(error);
        return;
      }
    }
  };
  const running = Array.from({ length: callers }, caller);
  let areCallersGone = false;
  const ended = Promise.all(running).then(() => {
    areCallersGone = true;
  });

  return {
    answered,
    async answers(count) {
      while (answered.length < count) {
        if (areCallersGone)
          throw new AggregateError(
            failures,
            `callers ended at ${answered.length} of ${count} answers: ${String(failures[0])}`,
          );
        await pause(5);
      }
    },
    expectDeath() {
      isDying = true;
    },
    async stop() {
      stopping.abort();
      await ended;
      if (failures.length > 0)
        throw new AggregateError(failures, `${failures.length} calls failed: ${String(failures[0])}`);
    },
  };
};

/** The chunk with the usage, if the stream reached its [DONE]. */
const lastUsage = async (response: Response): Promise<string | undefined> => {
  let usage: string | undefined;
  for await (const { data } of readEvents(response)) {
    if (data === "[DONE]") return usage;
    if (data.includes('"cost_mxn"')) usage = data;
  }
  return undefined;
};
