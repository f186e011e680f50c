import { startPeriodicTask, systemClock } from "@cenote/core";
import type { AwaitDatabaseOptions } from "./await-database";

/**
 * Options of an operation that may take hours, such as the build of an index. The connection's socket timeout would end it,
 * and a retry would start from scratch. The driver's types lack this option.
 */
export const UNHURRIED: object = { socketTimeoutMS: 21_600_000 };

const TELL_EVERY_MS = 10_000;

export interface UnhurriedOptions extends AwaitDatabaseOptions {
  /** Log message about the operation in progress, and its fields. */
  readonly message: string;
  readonly fields?: object;
}

/** Runs such an operation, and logs every ten seconds that it is in progress: the operator must see why a start waits. */
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
