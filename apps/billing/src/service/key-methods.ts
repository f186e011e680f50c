import type { ApiKey, BillingService } from "@cenote/contracts";
import type { KeyRow } from "../keys/key-store";
import type { Keys } from "../keys/keys";
import type { Organizations } from "../organizations/organizations";
import { requireUuid } from "./fields";

type KeyMethods = Pick<BillingService, "createApiKey" | "listApiKeys" | "revokeApiKey">;

export interface KeyMethodsOptions {
  readonly keys: Keys;
  readonly organizations: Organizations;
}

export const createKeyMethods = ({ keys, organizations }: KeyMethodsOptions): KeyMethods => ({
  async createApiKey({ organizationId, name }) {
    const { id } = await organizations.get(requireUuid("organization_id", organizationId));
    const { row, secret } = await keys.create(id, name);
    return { apiKey: toContract(row), secret };
  },
  async listApiKeys({ organizationId }) {
    const { id } = await organizations.get(requireUuid("organization_id", organizationId));
    return { apiKeys: (await keys.list(id)).map(toContract) };
  },
  async revokeApiKey({ keyId }) {
    return { apiKey: toContract(await keys.revoke(requireUuid("key_id", keyId))) };
  },
});

const toContract = ({ id, organizationId, name, hint, createdAtMs, revokedAtMs }: KeyRow): ApiKey => ({
  id, organizationId, name, hint,
  created: new Date(createdAtMs),
  revoked: revokedAtMs === undefined ? undefined : new Date(revokedAtMs),
});
