import type { BillingOptions } from "@cenote/billing";

const away = () => Promise.reject(new Error("there is no Redis in this test"));

/** Shared limits for registering their metrics only. */
export const noSharedLimits: NonNullable<BillingOptions["sharedLimits"]> = {
  admit: away,
  renew: () => {},
  finish: async () => {},
  probe: away,
  close: async () => {},
};
