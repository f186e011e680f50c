import type { AdmittedCall, CallLimits, CountedCall } from "./call-limits";

/** Counts together with other processes. What it rejects with is a refusal with rate_limit_exceeded, or tells that it can't count now. */
export interface SharedCallLimits extends CallLimits {
  admit(call: AdmittedCall): Promise<CountedCall>;
  /** Resolves where it could count again; rejects with the reason where not. */
  probe(): Promise<void>;
}
