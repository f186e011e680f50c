import type { Clock, Timer } from "@cenote/core";
import { DUPLICATE_KEY, isDuplicateKey } from "@cenote/mongo";
import { mongo } from "mongoose";

export interface SharedInsertsOptions<D extends mongo.Document> {
  readonly collection: mongo.Collection<D>;
  readonly writeConcern: mongo.WriteConcernSettings;
  readonly clock: Clock;
}

interface Waiting<D> {
  readonly document: mongo.OptionalUnlessRequiredId<D>;
  readonly resolve: (outcome: "committed" | "taken") => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Concurrent commands. A commit waits for the disk: two would mostly wait for each other, and a second command costs more
 * than it saves.
 */
const MAX_IN_FLIGHT = 1;
/** A command without an answer for this long, perhaps on a dead connection, no longer blocks others. */
const STUCK_AFTER_MS = 2_000;
const MAX_TOGETHER = 100;

/**
 * Inserts independent documents: at once while fewer than the maximum of commands are open, otherwise together in one
 * command. Each document is accepted or rejected by itself. Throws if a document's outcome is unknown.
 */
export const createSharedInserts = <D extends mongo.Document>({
  collection,
  writeConcern,
  clock,
}: SharedInsertsOptions<D>) => {
  const queue: Waiting<D>[] = [];
  /** When each open command was sent. */
  const inFlight = new Set<{ readonly sentAtMs: number }>();
  let timer: Timer | undefined;

  /** Usually there is one document, for which a bulk costs the driver 50 % more. */
  const insertOne = async ({ document, resolve, reject }: Waiting<D>): Promise<void> => {
    try {
      await collection.insertOne(document, { writeConcern });
      resolve("committed");
    } catch (error) {
      if (isDuplicateKey(error)) resolve("taken");
      else reject(error);
    }
  };

  const insertMany = async (batch: readonly Waiting<D>[]): Promise<void> => {
    try {
      await collection.insertMany(
        batch.map(({ document }) => document),
        { writeConcern, ordered: false },
      );
      for (const { resolve } of batch) resolve("committed");
    } catch (error) {
      const refused = refusedIn(error);
      for (const [index, { resolve, reject }] of batch.entries()) {
        const code = refused?.get(index);
        if (refused === undefined || (code !== undefined && code !== DUPLICATE_KEY)) reject(error);
        else resolve(code === undefined ? "committed" : "taken");
      }
    }
  };

  /** How long open commands may still delay others; 0 if there is room. */
  const waitMs = (): number => {
    const nowMs = clock.monotonicMs();
    const waitedFor = [...inFlight].filter(({ sentAtMs }) => nowMs - sentAtMs < STUCK_AFTER_MS);
    return waitedFor.length < MAX_IN_FLIGHT
      ? 0
      : Math.min(...waitedFor.map(({ sentAtMs }) => sentAtMs)) + STUCK_AFTER_MS - nowMs;
  };

  const start = (): void => {
    while (queue.length > 0 && waitMs() === 0) {
      const sent = { sentAtMs: clock.monotonicMs() };
      inFlight.add(sent);
      const batch = queue.splice(0, MAX_TOGETHER);
      const [first] = batch;
      void (batch.length === 1 && first !== undefined ? insertOne(first) : insertMany(batch)).finally(() => {
        inFlight.delete(sent);
        start();
      });
    }
    // A timer, because nothing else may arrive that would trigger the next check.
    if (queue.length > 0)
      timer ??= clock.setTimer(() => {
        timer = undefined;
        start();
      }, Math.ceil(waitMs()));
  };

  return (document: mongo.OptionalUnlessRequiredId<D>): Promise<"committed" | "taken"> =>
    new Promise((resolve, reject) => {
      queue.push({ document, resolve, reject });
      start();
    });
};

/**
 * Error codes by index in the batch; undefined if the error leaves any outcome, or the durability, unknown.
 */
const refusedIn = (error: unknown): ReadonlyMap<number, number> | undefined => {
  if (!(error instanceof mongo.MongoBulkWriteError) || error.result.getWriteConcernError() !== undefined)
    return undefined;
  const errors = [error.writeErrors].flat();
  return errors.length === 0 ? undefined : new Map(errors.map(({ index, code }) => [index, code]));
};
