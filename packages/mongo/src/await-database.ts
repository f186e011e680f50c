import { type Clock, hasErrorCode, type Log, patiently, systemClock } from "@cenote/core";
import mongoose, { mongo } from "mongoose";
import { isConnectionLost } from "./connection-lost";

/**
 * How long each step of a start waits for a database that does not answer, because it stands still, is restarted or is
 * not up yet. Attempts that began before are finished.
 */
const PATIENCE_MS = 60_000;
const AGAIN_AFTER_MS = 1_000;

/** By these labels a server or the driver says that the same may succeed later. */
const LATER = ["RetryableWriteError", "RetryableError"];

/** Whether it failed because no server answered, or none that can write yet; wrong credentials are an answer. */
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
 * A step of a start, repeated while the database does not answer, for a minute at most. It may happen twice. What the
 * database refuses is thrown at once.
 */
export const awaitDatabase = async <Outcome>(
  step: () => Promise<Outcome>,
  { log, clock = systemClock }: AwaitDatabaseOptions,
): Promise<Outcome> => {
  // Between two attempts to connect nothing else keeps the process alive: the clock does not.
  const alive = setInterval(() => {}, PATIENCE_MS);
  try {
    return await patiently(step, {
      clock,
      limitMs: PATIENCE_MS,
      againAfterMs: AGAIN_AFTER_MS,
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
