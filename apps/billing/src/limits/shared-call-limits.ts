import type { AdmittedCall, CallLimits, CountedCall } from "./call-limits";

/**
 * Counts together with other processes. Rejects with rate_limit_exceeded for a refusal; any other error means that it
 * can't count now.
 */
export interface SharedCallLimits extends CallLimits {
  admit(call: AdmittedCall): Promise<CountedCall>;
  /** Resolves if it could count again; rejects with the reason if not. */
  probe(): Promise<void>;
}
