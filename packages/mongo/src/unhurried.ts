import { startPeriodicTask, systemClock } from "@cenote/core";
import type { AwaitDatabaseOptions } from "./await-database";

/**
 * Options of an operation that may take hours, such as the build of an index: without them the connection's limit of a
 * silent socket would end it, and it would begin anew. Only the types of the driver don't know this one.
 */
export const UNHURRIED: object = { socketTimeoutMS: 21_600_000 };

const TELL_EVERY_MS = 10_000;

export interface UnhurriedOptions extends AwaitDatabaseOptions {
  /** What is under way, as a message of the log, and what belongs to it. */
  readonly message: string;
  readonly fields?: object;
}

/** Runs such an operation, and logs every ten seconds that it is under way: whoever waits must see why. */
export const unhurried = async <Outcome>(
  run: (options: object) => Promise<Outcome>,
  { log, clock = systemClock, message, fields }: UnhurriedOptions,
): Promise<Outcome> => {
  const startMs = clock.monotonicMs();
  const telling = startPeriodicTask({
    clock,
    log,
    name: message,
    everyMs: TELL_EVERY_MS,
    async run() {
      log.info({ ...fields, forS: Math.round((clock.monotonicMs() - startMs) / 1_000) }, message);
    },
  });
  try {
    return await run(UNHURRIED);
  } finally {
    await telling.close();
  }
};
