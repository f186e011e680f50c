import type { BillingService, SettleRequest, SettleResponse } from "@cenote/contracts";
import { CenoteError, type Clock, sleep } from "@cenote/core";

/** Tries of a settlement while billing is away: about half a minute in all. */
const SETTLE_TRIES = 8;
const SETTLE_BACKOFF_MS = 250;

/** Charges; a billing that is away is waited for. The same request again charges nothing. Errors: those of BillingService.settle. */
export const settle = async ({ billing, clock }: { readonly billing: BillingService; readonly clock: Clock }, request: SettleRequest): Promise<SettleResponse> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await billing.settle(request);
    } catch (error) {
      if (!(error instanceof CenoteError && error.code === "overloaded") || tries === SETTLE_TRIES) throw error;
      await sleep(clock, SETTLE_BACKOFF_MS * 2 ** (tries - 1));
    }
  }
};
