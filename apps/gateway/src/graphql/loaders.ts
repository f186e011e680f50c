import type { ApiKey, BillingService, LedgerEntry } from "@cenote/contracts";
import DataLoader from "dataloader";

/** Most ids in one call to billing. */
const IDS_PER_CALL = 1000;

/** Batches the lookups of all fields of one operation. */
export interface Loaders {
  /** The charge of a call by its request id; null if it was not charged. */
  readonly charges: DataLoader<string, LedgerEntry | null>;
  /** API keys of the organization by id, including revoked ones. */
  readonly apiKeys: DataLoader<string, ApiKey | null>;
  /** Day of a key's last call by the key's id; null if there was none in the last 366 days. */
  readonly lastUsed: DataLoader<string, string | null>;
  /** All of them, newest first: two thousand at most. */
  readonly allApiKeys: () => Promise<readonly ApiKey[]>;
}

/** For one operation: results are cached until the operation ends. */
export const createLoaders = (
  billing: Pick<BillingService, "getCharges" | "listApiKeys">,
  organizationId: string,
): Loaders => {
  let listed: Promise<readonly ApiKey[]> | undefined;
  const allApiKeys = () => (listed ??= billing.listApiKeys({ organizationId }).then(({ apiKeys }) => apiKeys));
  return {
    charges: new DataLoader(
      async (requestIds) => {
        const { entries } = await billing.getCharges({ organizationId, requestIds: [...requestIds] });
        const byId = new Map(entries.map((entry) => [entry.requestId, entry]));
        return requestIds.map((id) => byId.get(id) ?? null);
      },
      { maxBatchSize: IDS_PER_CALL },
    ),
    apiKeys: new DataLoader(async (ids) => {
      const byId = new Map((await allApiKeys()).map((key) => [key.id, key]));
      return ids.map((id) => byId.get(id) ?? null);
    }),
    // Billing reads a year of usage for it, so it is asked only if a document does.
    lastUsed: new DataLoader(
      async (ids) => {
        const { apiKeys } = await billing.listApiKeys({ organizationId, lastUsed: true });
        const byId = new Map(apiKeys.map((key) => [key.id, key.lastUsed]));
        return ids.map((id) => byId.get(id) ?? null);
      },
      { maxBatchSize: Infinity },
    ),
    allApiKeys,
  };
};
