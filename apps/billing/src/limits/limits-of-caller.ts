import type { Awaitable } from "@cenote/core";
import type { Keys } from "../keys/keys";
import type { Organizations } from "../organizations/organizations";
import type { LimitedCaller } from "./limited-call";
import { type LimitNumbers, limitsInForce, NO_LIMITS, type OwnLimits } from "./limits-in-force";

/** A caller's current limits; not a promise if organization and key are in memory. Errors: not_found, overloaded. */
export type LimitsOfCaller = (caller: LimitedCaller) => Awaitable<LimitNumbers>;

export interface LimitsOfCallerOptions {
  readonly organizations: Pick<Organizations, "recognize" | "get">;
  readonly keys: Pick<Keys, "recognizeId" | "find">;
  /** Called for every call, so that a changed configuration takes effect at once. */
  readonly configured: () => LimitNumbers;
}

export const createLimitsOfCaller = ({ organizations, keys, configured }: LimitsOfCallerOptions): LimitsOfCaller => {
  const inForce = (organization: OwnLimits, key: OwnLimits) =>
    limitsInForce({ configured: configured(), organization, key });

  const lookUp = async ({ organizationId, keyId }: LimitedCaller): Promise<LimitNumbers> => {
    const [organization, key] = await Promise.all([
      organizations.get(organizationId),
      keyId === "" ? undefined : keys.find(keyId),
    ]);
    return inForce(organization.limits, key?.limits ?? NO_LIMITS);
  };

  return (caller) => {
    const { organizationId, keyId } = caller;
    const organization = organizations.recognize(organizationId);
    if (organization === undefined) return lookUp(caller);
    if (keyId === "") return inForce(organization.limits, NO_LIMITS);
    const key = keys.recognizeId(keyId);
    return key === undefined ? lookUp(caller) : inForce(organization.limits, key.limits);
  };
};
