import type { BillingService, ReleaseRequest, SettleRequest } from "@cenote/contracts";
import type { Ticket } from "@cenote/idempotency";
import { releaseQuietly } from "./release-quietly";
import { type BillingParts, NO_COST } from "./settle-call";

/** The end of one call with an idempotency key: its charge waits until the answer is kept, its release for the key. */
export interface DeferredEnd {
  /** Passes everything on except settle and release, which are only noted; a charge is answered without a cost. */
  readonly billing: BillingService;
  /** The noted charge; undefined as long as there is none. */
  charge(): SettleRequest | undefined;
  /**
   * Nothing is charged: frees the key, then makes the noted release, unless another process has taken over the call, and
   * with it the hold. Never throws.
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

/** The noted charge of a whole answer: every one is charged, if only with nothing. */
export const chargeOf = (end: DeferredEnd): SettleRequest => {
  const charge = end.charge();
  if (charge === undefined) throw new Error("an answer that was not charged");
  return charge;
};
