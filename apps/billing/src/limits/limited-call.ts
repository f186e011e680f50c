import type { UsageLine } from "../ledger/charge";
import type { LimitedCall } from "./call-limits";

/** Whose limits apply. */
export interface LimitedCaller {
  readonly organizationId: string;
  /** Empty for a service that acts on the organization's behalf. */
  readonly keyId: string;
}

/** A call with its subject: its key, or the organization that a service acts for. */
export const limitedCallOf = ({
  keyId,
  organizationId,
  callId,
}: LimitedCaller & Pick<LimitedCall, "callId">): LimitedCall => ({
  subject: keyId === "" ? organizationId : keyId,
  callId,
});

const TOKEN_UNITS: ReadonlySet<string> = new Set<UsageLine["unit"]>([
  "input_token",
  "cached_input_token",
  "cache_write_token",
  "output_token",
]);

/** Tokens that count towards the limit per minute. */
export const tokensOf = (lines: readonly UsageLine[]): number =>
  lines.reduce((sum, { unit, quantity }) => (TOKEN_UNITS.has(unit) ? sum + Number(quantity) : sum), 0);
