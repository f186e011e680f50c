import { type Clock, hasErrorCode, type Log, retryUntilAnswered, systemClock } from "@cenote/core";
import mongoose, { mongo } from "mongoose";
import { isConnectionLost } from "./connection-lost";

/**
 * How long each step of a start retries while the database does not answer: it may hang, restart or not be up yet. An
 * attempt that began before the end of this time is finished.
 */
const PATIENCE_MS = 60_000;
const AGAIN_AFTER_MS = 1_000;

/** Labels by which a server or the driver marks errors that a retry may resolve. */
const LATER = ["RetryableWriteError", "RetryableError"];

/** Whether no server answered, or none that can write yet. Wrong credentials count as an answer. */
const isUnanswered = (error: unknown): boolean =>
  isConnectionLost(error) ||
  error instanceof mongo.MongoServerSelectionError ||
  error instanceof mongoose.Error.MongooseServerSelectionError ||
  (error instanceof mongo.MongoError && LATER.some((label) => error.hasErrorLabel(label))) ||
  hasErrorCode(error, "overloaded");

export interface AwaitDatabaseOptions {
  readonly log: Log;
  readonly clock?: Clock;
}

/**
 * Retries a step of a start while the database does not answer, for a minute at most. The step must be idempotent. Any
 * error answer of the database is thrown at once.
 */
export const awaitDatabase = async <Outcome>(
  step: () => Promise<Outcome>,
  { log, clock = systemClock }: AwaitDatabaseOptions,
): Promise<Outcome> => {
  // Keeps the process alive between two attempts: the clock's timers do not.
  const alive = setInterval(() => {}, PATIENCE_MS);
  try {
    return await retryUntilAnswered(step, {
      clock,
      limitMs: PATIENCE_MS,
      retryAfterMs: AGAIN_AFTER_MS,
      isUnanswered,
      onUnanswered: (error) => {
        log.warn(
          { error: (error as Error).message, waitsAtMostMs: PATIENCE_MS },
          "MongoDB does not answer: the start waits for it",
        );
      },
    });
  } finally {
    clearInterval(alive);
  }
};
