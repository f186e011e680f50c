import type { BillingService, SettleRequest } from "@cenote/contracts";

/** Billing for one call whose charge has to wait until the answer is kept. */
export interface DeferredSettlement {
  /** Passes everything on except settle, which is only noted, and answered without a cost. */
  readonly billing: BillingService;
  /** The noted charge; undefined as long as there is none. */
  charge(): SettleRequest | undefined;
}

/** The noted charge of a whole answer: every one is charged, if only with nothing. */
export const chargeOf = (settlement: DeferredSettlement): SettleRequest => {
  const charge = settlement.charge();
  if (charge === undefined) throw new Error("an answer that was not charged");
  return charge;
};

export const deferSettlement = (billing: BillingService): DeferredSettlement => {
  let charge: SettleRequest | undefined;
  return {
    billing: {
      ...billing,
      settle(request) {
        charge = request;
        return Promise.resolve({ costUsd: "0", costNanoMxn: 0n, availableNanoMxn: 0n });
      },
    },
    charge: () => charge,
  };
};
