import type { AdmittedCall, CallLimits, CountedCall } from "./call-limits";

/**
 * Counts together with other processes. Errors: rate_limit_exceeded for a refusal; any other error means that it can't
 * count at present.
 */
export interface SharedCallLimits extends CallLimits {
  admit(call: AdmittedCall): Promise<CountedCall>;
  /** Resolves if it can count again; rejects with the reason if not. */
  probe(): Promise<void>;
}
