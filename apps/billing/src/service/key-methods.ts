import type { ApiKey, BillingService } from "@cenote/contracts";
import type { KeyRow } from "../keys/key-store";
import type { Keys } from "../keys/keys";
import { type LimitNumbers, limitsInForce, NO_LIMITS, withChanges } from "../limits/limits-in-force";
import type { OrganizationRow } from "../organizations/organization-store";
import type { Organizations } from "../organizations/organizations";
import { requireUuid } from "./fields";
import { readLimits, requireAtMost } from "./key-limits";

type KeyMethods = Pick<BillingService, "createApiKey" | "updateApiKey" | "listApiKeys" | "revokeApiKey">;

export interface KeyMethodsOptions {
  readonly keys: Keys;
  readonly organizations: Organizations;
  readonly configuredLimits: () => LimitNumbers;
}

export const createKeyMethods = ({ keys, organizations, configuredLimits }: KeyMethodsOptions): KeyMethods => {
  const inForce = (organization: OrganizationRow, key: Pick<KeyRow, "limits"> = { limits: NO_LIMITS }) =>
    limitsInForce({ configured: configuredLimits(), organization: organization.limits, key: key.limits });

  const toContract =
    (organization: OrganizationRow) =>
    (key: KeyRow): ApiKey => {
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
      };
    };

  return {
    async createApiKey({ organizationId, name, limits }) {
      const organization = await organizations.get(requireUuid("organization_id", organizationId));
      const own = readLimits(limits);
      requireAtMost(own, inForce(organization));
      const { row, secret } = await keys.create(organization.id, name, withChanges(NO_LIMITS, own));
      return { apiKey: toContract(organization)(row), secret };
    },
    async updateApiKey({ keyId, name, limits }) {
      const key = await keys.get(requireUuid("key_id", keyId));
      const organization = await organizations.get(key.organizationId);
      const changes = readLimits(limits);
      requireAtMost(changes, inForce(organization));
      return { apiKey: toContract(organization)(await keys.change(key.id, { name, limits: changes })) };
    },
    async listApiKeys({ organizationId }) {
      const organization = await organizations.get(requireUuid("organization_id", organizationId));
      return { apiKeys: (await keys.list(organization.id)).map(toContract(organization)) };
    },
    async revokeApiKey({ keyId }) {
      const key = await keys.revoke(requireUuid("key_id", keyId));
      return { apiKey: toContract(await organizations.get(key.organizationId))(key) };
    },
  };
};
