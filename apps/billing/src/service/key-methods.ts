import type { ApiKey, BillingService } from "@cenote/contracts";
import { type Clock, ZERO_MXN } from "@cenote/core";
import type { KeyRow } from "../keys/key-store";
import type { Keys } from "../keys/keys";
import type { Ledger } from "../ledger/ledger";
import { type LimitNumbers, limitsInForce, NO_LIMITS, withChanges } from "../limits/limits-in-force";
import type { OrganizationRow } from "../organizations/organization-store";
import type { Organizations } from "../organizations/organizations";
import { requireUuid } from "./fields";
import { readLimits, requireAtMost } from "./key-limits";
import { readRestrictionChanges, readRestrictions, toContractRestrictions } from "./key-restrictions";

type KeyMethods = Pick<BillingService, "createApiKey" | "updateApiKey" | "listApiKeys" | "revokeApiKey">;

export interface KeyMethodsOptions {
  readonly keys: Keys;
  readonly organizations: Organizations;
  readonly ledger: Pick<Ledger, "spent" | "lastUsed">;
  readonly clock: Clock;
  readonly configuredLimits: () => LimitNumbers;
  readonly budgetUtcOffsetMs: () => number;
}

export const createKeyMethods = ({
  keys,
  organizations,
  ledger,
  clock,
  configuredLimits,
  budgetUtcOffsetMs,
}: KeyMethodsOptions): KeyMethods => {
  const inForce = (organization: OrganizationRow, key: Pick<KeyRow, "limits"> = { limits: NO_LIMITS }) =>
    limitsInForce({ configured: configuredLimits(), organization: organization.limits, key: key.limits });

  /** The account is read only if one of the keys has a budget. */
  const toContract = async (organization: OrganizationRow, rows: readonly KeyRow[]): Promise<ApiKey[]> => {
    const spentOf = rows.some(({ restrictions: { budget } }) => budget !== undefined)
      ? await ledger.spent(organization.id)
      : () => ZERO_MXN;
    const now = { nowMs: clock.nowMs(), utcOffsetMs: budgetUtcOffsetMs(), spentOf };
    return rows.map((key) => {
      const { id, organizationId, name, hint, limits, createdAtMs, revokedAtMs } = key;
      return {
        id,
        organizationId,
        name,
        hint,
        limits,
        limitsInForce: inForce(organization, key),
        created: new Date(createdAtMs),
        revoked: revokedAtMs === undefined ? undefined : new Date(revokedAtMs),
        ...toContractRestrictions(key, now),
      };
    });
  };

  const answer = async (
    organization: OrganizationRow,
    row: KeyRow,
  ): Promise<{ readonly apiKey: ApiKey | undefined }> => {
    const [apiKey] = await toContract(organization, [row]);
    return { apiKey };
  };

  return {
    async createApiKey({ organizationId, name, limits, ...restrictions }) {
      const organization = await organizations.get(requireUuid("organization_id", organizationId));
      const own = readLimits(limits);
      requireAtMost(own, inForce(organization));
      const { row, secret } = await keys.create(organization.id, name, {
        limits: withChanges(NO_LIMITS, own),
        restrictions: readRestrictions(restrictions, clock.nowMs()),
      });
      return { ...(await answer(organization, row)), secret };
    },
    async updateApiKey({ keyId, name, limits, ...restrictions }) {
      const key = await keys.get(requireUuid("key_id", keyId));
      const organization = await organizations.get(key.organizationId);
      const changes = readLimits(limits);
      requireAtMost(changes, inForce(organization));
      const row = await keys.change(key.id, {
        name,
        limits: changes,
        restrictions: readRestrictionChanges(restrictions, clock.nowMs()),
      });
      return answer(organization, row);
    },
    async listApiKeys({ organizationId, lastUsed: withLastUsed = false }) {
      const organization = await organizations.get(requireUuid("organization_id", organizationId));
      const rows = await keys.list(organization.id);
      const apiKeys = await toContract(organization, rows);
      if (!withLastUsed) return { apiKeys };
      const dayOfKey = await ledger.lastUsed(organization.id, rows);
      return { apiKeys: apiKeys.map((key) => ({ ...key, lastUsed: dayOfKey.get(key.id) })) };
    },
    async revokeApiKey({ keyId }) {
      const key = await keys.revoke(requireUuid("key_id", keyId));
      return answer(await organizations.get(key.organizationId), key);
    },
  };
};
