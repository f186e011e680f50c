import { answeredWithin, type Clock, databaseAway, NoAnswer } from "@cenote/core";
import { mongo } from "mongoose";
import { isConnectionLost } from "./connection-lost";
import { isDuplicateKey } from "./duplicate-key";

/** Longest wait for one operation of a store; the ledger has limits of its own. */
export const ANSWER_MS = 8_000;

/**
 * Failures of the database itself. A duplicate key is an answer, and errors that mongoose raises by itself are bugs of
 * ours.
 */
const isFailureOfDatabase = (error: unknown): boolean =>
  error instanceof NoAnswer || isConnectionLost(error) || (error instanceof mongo.MongoError && !isDuplicateKey(error));

/** Queries of mongoose are thenables, not promises. */
const isPromise = (answer: unknown): answer is PromiseLike<unknown> =>
  typeof (answer as { then?: unknown } | undefined)?.then === "function";

/**
 * A store whose operations answer in time: if the database fails or does not answer, the operation is `overloaded` and
 * may still happen. What is not a promise passes unchanged.
 */
export const withAnswerLimit = <S extends object>(store: S, { clock }: { readonly clock: Clock }): S => {
  const told =
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
      told(method),
    ]),
  ) as S;
};
