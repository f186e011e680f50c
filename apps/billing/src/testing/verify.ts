import type { Ledger } from "../ledger/ledger";
import type { Verification } from "../ledger/ledger-reads";
import { resultOf, verifySteps } from "../ledger/verify";

/** Verifies the journal of an organization, or all there are, as the ledger tells of it. */
export const verify = (ledger: Pick<Ledger, "verifySteps">, organizationId?: string): Promise<Verification> =>
  resultOf(ledger.verifySteps(organizationId));

/** The same for what lies in a store. */
export const verifyLedger = (...given: Parameters<typeof verifySteps>): Promise<Verification> =>
  resultOf(verifySteps(...given));
