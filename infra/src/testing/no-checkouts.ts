import type { BillingOptions } from "@cenote/billing";

const away = () => Promise.reject(new Error("there is no payment processor in this test"));

/** A payment processor for registering its metrics only. */
export const noCheckouts: NonNullable<BillingOptions["checkouts"]> = {
  isTest: true,
  open: away,
  look: away,
  readEvent: () => undefined,
};
