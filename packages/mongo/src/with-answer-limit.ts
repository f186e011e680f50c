import { answeredWithin, type Clock, databaseAway, NoAnswer } from "@cenote/core";
import { mongo } from "mongoose";
import { isConnectionLost } from "./connection-lost";
import { isDuplicateKey } from "./duplicate-key";

/** Timeout of one operation of a store; the ledger has limits of its own. */
export const ANSWER_MS = 8_000;

/** Failures of the database. A duplicate key is an answer, and errors that mongoose itself throws are bugs of ours. */
const isFailureOfDatabase = (error: unknown): boolean =>
  error instanceof NoAnswer || isConnectionLost(error) || (error instanceof mongo.MongoError && !isDuplicateKey(error));

/** Queries of mongoose are thenables, not promises. */
const isPromise = (answer: unknown): answer is PromiseLike<unknown> =>
  typeof (answer as { then?: unknown } | undefined)?.then === "function";

/**
 * Adds a timeout to a store's operations: if the database fails or does not answer, the operation rejects with
 * `overloaded` and may still take effect. Results that are not promises pass unchanged.
 */
export const withAnswerLimit = <S extends object>(store: S, { clock }: { readonly clock: Clock }): S => {
  const limited =
    (method: (...given: unknown[]) => unknown) =>
    (...given: unknown[]): unknown => {
      const answer = method(...given);
      if (!isPromise(answer)) return answer;
      return answeredWithin(clock, ANSWER_MS, Promise.resolve(answer)).catch((error: unknown) => {
        throw isFailureOfDatabase(error) ? databaseAway(error) : error;
      });
    };
  return Object.fromEntries(
    Object.entries(store as Record<string, (...given: unknown[]) => unknown>).map(([name, method]) => [
      name,
      limited(method),
    ]),
  ) as S;
};
