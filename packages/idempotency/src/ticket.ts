import { CenoteError, type Clock, type Ids, type Log, type Timer } from "@cenote/core";
import type { KeptBytes } from "./kept-bytes";
import { IDEMPOTENCY_LIMITS } from "./limits";
import { createLockedRecord } from "./locked-record";
import type { IdempotencyRecord, RecordChanges, Withheld } from "./record";
import type { Sealer } from "./sealer";
import type { RetryingStore } from "./retrying-store";

/**
 * The exclusive right to make a call: a lease that is renewed until `settled`, `leave` or `drop`. These never throw. If
 * the store is down the lease expires, and the next request continues from what is stored.
 */
export interface Ticket {
  /** The request id of hold and charge, whichever process makes the call. */
  readonly requestId: string;
  /** Another process began the call and died. */
  readonly isTakenOver: boolean;
  /**
   * Stores the answer and its charge. Before it resolves, nothing may be charged and no answer completed.
   * Errors: idempotency_conflict if another process has taken over the call, overloaded.
   */
  keep(outcome: Outcome): Promise<void>;
  /** Ends the lease: the charge is durable. @param receipt Undefined if there will be no charge. */
  settled(receipt: Uint8Array | undefined): Promise<void>;
  /** Ends the lease: it is unknown whether the charge is durable. The next request finds out. */
  leave(): Promise<void>;
  /**
   * Ends the lease without a charge: the key is free again. @returns False if another process has taken over the call, and
   * with it the hold.
   */
  drop(): Promise<boolean>;
}

export interface Outcome {
  readonly charge: Uint8Array;
  /** The answer, or why it must not be stored. */
  readonly answer: Uint8Array | Withheld;
}

export interface TicketOptions {
  readonly record: IdempotencyRecord;
  readonly isTakenOver: boolean;
  readonly store: RetryingStore;
  readonly sealer: Sealer;
  readonly keptBytes: KeptBytes;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
}

/** @param options.record Its current content, locked for this ticket. */
export const createTicket = (options: TicketOptions): Ticket => {
  const { sealer, keptBytes, clock, log } = options;
  const {
    isTakenOver,
    record: { id, organizationId, requestId },
  } = options;
  const locked = createLockedRecord(options);
  let timer: Timer | undefined;
  let renewing: Promise<void> = Promise.resolve();

  const lockedUntilMs = (): number => clock.nowMs() + IDEMPOTENCY_LIMITS.lockMs;

  const scheduleRenewal = (): void => {
    timer = clock.setTimer(() => {
      renewing = renew();
    }, IDEMPOTENCY_LIMITS.renewMs);
  };
  const renew = async (): Promise<void> => {
    try {
      if (!(await locked.write({ lockedUntilMs: lockedUntilMs() }))) {
        log.warn({ requestId }, "a call with an idempotency key was taken over by another process");
        return;
      }
    } catch (error) {
      log.warn({ requestId, error }, "the lock of an idempotency key could not be renewed");
    }
    if (timer !== undefined) scheduleRenewal();
  };
  /** Waits for a renewal in progress, because the record takes one write at a time. */
  const pauseRenewal = async (): Promise<void> => {
    timer?.cancel();
    timer = undefined;
    await renewing;
  };
  const finish = async (what: string, write: () => Promise<unknown>): Promise<void> => {
    await pauseRenewal();
    try {
      await write();
    } catch (error) {
      log.warn({ requestId, error }, `${what} of an idempotency key could not be kept; its lock will run out`);
    }
  };
  const keptParts = ({ answer }: Outcome): Pick<RecordChanges, "answer" | "withheld"> => {
    if (typeof answer === "string") return { withheld: answer };
    if (answer.length > IDEMPOTENCY_LIMITS.maxAnswerBytes) return { withheld: "too_large" };
    return keptBytes.take(organizationId, answer.length)
      ? { answer: sealer.seal(answer, id) }
      : { withheld: "too_many" };
  };

  scheduleRenewal();
  return {
    requestId,
    isTakenOver,
    async keep(outcome) {
      await pauseRenewal();
      const isOurs = await locked.write(
        {
          ...keptParts(outcome),
          state: "answered",
          charge: Buffer.from(outcome.charge),
          lockedUntilMs: lockedUntilMs(),
        },
        "keep",
      );
      if (!isOurs)
        throw new CenoteError("idempotency_conflict", "Another request with this idempotency key took the call over.", {
          retryable: true,
          retryAfterMs: IDEMPOTENCY_LIMITS.retryAfterMs,
        });
      scheduleRenewal();
    },
    settled: (receipt) =>
      finish("the end", () =>
        locked.write({
          state: "settled",
          lockedUntilMs: 0,
          ...(receipt !== undefined && { receipt: Buffer.from(receipt) }),
        }),
      ),
    leave: () => finish("the release", () => locked.write({ lockedUntilMs: 0 })),
    async drop() {
      let isOurs = true;
      await finish("the release", async () => {
        isOurs = await locked.remove();
      });
      return isOurs;
    },
  };
};
