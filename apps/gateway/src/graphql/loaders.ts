import type { ApiKey, BillingService, LedgerEntry } from "@cenote/contracts";
import DataLoader from "dataloader";

/** Most ids in one call to billing. */
const IDS_PER_CALL = 1000;

/** Batches the lookups of all fields of one operation. */
export interface Loaders {
  /** The charge of a call by its request id; null if it is not charged yet, so it is never cached. */
  readonly charges: DataLoader<string, LedgerEntry | null>;
  /** API keys of the organization by id, including revoked ones. */
  readonly apiKeys: DataLoader<string, ApiKey | null>;
  /** Day of a key's last call by the key's id; null if there was none in the last 366 days. */
  readonly lastUsed: DataLoader<string, string | null>;
  /** All API keys, newest first; at most two thousand. */
  readonly allApiKeys: () => Promise<readonly ApiKey[]>;
  /** Call it at the beginning of a mutation: an earlier one in the same document may have changed a key. */
  readonly forgetApiKeys: () => void;
}

/** Loaders for one operation. API keys are read once, unless `forgetApiKeys` is called. */
export const createLoaders = (
  billing: Pick<BillingService, "getCharges" | "listApiKeys">,
  organizationId: string,
): Loaders => {
  let listed: Promise<readonly ApiKey[]> | undefined;
  const allApiKeys = () => (listed ??= billing.listApiKeys({ organizationId }).then(({ apiKeys }) => apiKeys));
  const apiKeys = new DataLoader<string, ApiKey | null>(async (ids) => {
    const byId = new Map((await allApiKeys()).map((key) => [key.id, key]));
    return ids.map((id) => byId.get(id) ?? null);
  });
  // Billing reads a year of usage for it, so it is loaded only if a document requests it.
  const lastUsed = new DataLoader<string, string | null>(
    async (ids) => {
      const answer = await billing.listApiKeys({ organizationId, lastUsed: true });
      const byId = new Map(answer.apiKeys.map((key) => [key.id, key.lastUsed]));
      return ids.map((id) => byId.get(id) ?? null);
    },
    { maxBatchSize: Infinity },
  );
  return {
    charges: new DataLoader(
      async (requestIds) => {
        const { entries } = await billing.getCharges({ organizationId, requestIds: [...new Set(requestIds)] });
        const byId = new Map(entries.map((entry) => [entry.requestId, entry]));
        return requestIds.map((id) => byId.get(id) ?? null);
      },
      { maxBatchSize: IDS_PER_CALL, cache: false },
    ),
    apiKeys,
    lastUsed,
    allApiKeys,
    forgetApiKeys() {
      listed = undefined;
      apiKeys.clearAll();
      lastUsed.clearAll();
    },
  };
};
