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
    allApiKeys,
  };
};
