import { CenoteError, type Clock, type Log, nanoMxn } from "@cenote/core";
import type { Ledger } from "../ledger/ledger";
import type { Checkouts } from "./checkouts";
import { afterLook, beforeLook, isEnded, LOOK_AGAIN_AFTER_MS, type Postings, type TopUp } from "./top-up";
import type { TopUpStore } from "./top-up-store";

export interface LookOptions {
  readonly store: Pick<TopUpStore, "find" | "update">;
  readonly ledger: Pick<Ledger, "credit" | "adjust">;
  readonly checkouts: Pick<Checkouts, "look">;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Queries the processor about a top-up, then posts to the ledger and stores the change.
 * @param wanted `news`: at most once per `LOOK_AGAIN_AFTER_MS`, and only if the top-up has not ended. `event`: always.
 * @returns The updated top-up. Errors: provider_unavailable, overloaded, not_found, internal_error if the
 * processor shows another amount.
 */
export type LookAtCheckout = (topUp: TopUp, wanted: "news" | "event") => Promise<TopUp>;

/** Prefix of the ledger's ids of top-ups; no other credit has it. */
export const TOP_UP_ID = "top-up:";
/** Prefix of the ledger's ids of refunds; no other adjustment has it. */
export const REFUND_ID = "refund:";

/** Attempts of the compare-and-set on a row. */
const MAX_TRIES = 8;

export const createLookAtCheckout = ({ store, ledger, checkouts, clock, log }: LookOptions): LookAtCheckout => {
  /** Called before the row is changed. If this process dies in between, a repetition posts nothing a second time. */
  const post = async ({ id, organizationId }: TopUp, { credit, refunds }: Postings): Promise<void> => {
    if (credit !== undefined) {
      await ledger.credit(organizationId, { id: `${TOP_UP_ID}${id}`, amount: credit, note: "top-up" });
      log.info({ organizationId, topUpId: id }, "a top-up is paid");
    }
    for (const refund of refunds)
      await ledger.adjust(organizationId, {
        id: `${REFUND_ID}${refund.id}`,
        amount: nanoMxn(-BigInt(refund.amount)),
        note: `refund of top-up ${id}`,
      });
  };

  const reread = async ({ id }: TopUp): Promise<TopUp> => {
    const topUp = await store.find(id);
    if (topUp === undefined) throw new CenoteError("not_found", "There is no such top-up.");
    return topUp;
  };

  return async (given, wanted) => {
    let topUp = given;
    if (wanted === "news") {
      if (isEnded(topUp) || clock.nowMs() - topUp.lookedAtMs < LOOK_AGAIN_AFTER_MS) return topUp;
      const claimed = await store.update(topUp, beforeLook(topUp, clock.nowMs()));
      // Another caller is querying the processor right now.
      if (claimed === undefined) return reread(topUp);
      topUp = claimed;
    }
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const sight = topUp.checkout === undefined ? undefined : await checkouts.look(topUp.checkout.id, topUp);
      const { postings, change } = afterLook(topUp, sight, clock.nowMs());
      await post(topUp, postings);
      if (change === undefined) return topUp;
      const changed = await store.update(topUp, change);
      if (changed !== undefined) return changed;
      topUp = await reread(topUp);
    }
    throw new CenoteError("overloaded", "The top-up is being changed by others. Retry shortly.");
  };
};
