import type { BillingService, ReleaseRequest, SettleRequest } from "@cenote/contracts";
import type { Ticket } from "@cenote/idempotency";
import { releaseQuietly } from "./release-quietly";
import { type BillingParts, NO_COST } from "./settle-call";

/** Defers a keyed call's end: its charge until the answer is stored, its release until the key is free. */
export interface DeferredEnd {
  /** Forwards everything except settle and release, which are only noted. Settle returns no cost. */
  readonly billing: BillingService;
  /** The noted charge; undefined if there is none yet. */
  charge(): SettleRequest | undefined;
  /**
   * Ends the call without a charge: frees the key, then makes the noted release, unless another process has taken over the
   * call and its hold. Never throws.
   */
  giveUp(ticket: Pick<Ticket, "drop">): Promise<void>;
}

export const deferEnd = (parts: BillingParts): DeferredEnd => {
  let charge: SettleRequest | undefined;
  let release: ReleaseRequest | undefined;
  return {
    billing: {
      ...parts.billing,
      settle(request) {
        charge = request;
        return Promise.resolve({ ...NO_COST, availableNanoMxn: 0n });
      },
      release(request) {
        release = request;
        return Promise.resolve({});
      },
    },
    charge: () => charge,
    async giveUp(ticket) {
      if ((await ticket.drop()) && release !== undefined) await releaseQuietly(parts, release);
    },
  };
};

/** The noted charge of a complete answer. Throws without one: every answer is charged, even if the cost is zero. */
export const chargeOf = (end: DeferredEnd): SettleRequest => {
  const charge = end.charge();
  if (charge === undefined) throw new Error("an answer that was not charged");
  return charge;
};
