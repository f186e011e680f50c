import { withBilling } from "./billing";
import { ODD_MODEL } from "./cenote-yaml";
import { ask, type Client } from "./client";
import { nanoOf } from "./exact";
import { settledBalance } from "./ledger";
import type { System } from "./system";

export interface Payer {
  readonly org: string;
  readonly key: string;
  readonly keyId: string;
}

/** A new organization with the free credit, and a key. */
export const newPayer = (system: System): Promise<Payer> =>
  withBilling(system, async (billing) => {
    const { organization } = await billing.createOrganization({ name: `payer ${performance.now()}` });
    const org = organization?.id ?? "";
    const { apiKey, secret } = await billing.createApiKey({ organizationId: org, name: "" });
    return { org, key: secret, keyId: apiKey?.id ?? "" };
  });

/** Another key of the payer's organization, restricted to these models. */
export const keyFor = (system: System, { org }: Payer, models: string[]): Promise<string> =>
  withBilling(system, async (billing) => {
    const { secret } = await billing.createApiKey({ organizationId: org, name: "restricted", models: { models } });
    return secret;
  });

/** Spends the balance of an organization to the last nano-peso. */
export const spendAll = async (system: System, client: Client, { org, key }: Payer): Promise<void> => {
  for (;;) {
    const { balance_mxn: balance } = await settledBalance(system, org);
    const left = nanoOf(balance);
    if (left === 0n) return;
    if (left < 0n) await system.cenote("credit", org, balance.slice(1));
    else await client.post("/v1/chat/completions", ask("[[sim words=200000]]", { model: ODD_MODEL }), { key });
  }
};

/** A new organization with a key, whose free credit is spent. */
export const newEmptyPayer = async (system: System, client: Client): Promise<Payer> => {
  const payer = await newPayer(system);
  await spendAll(system, client, payer);
  return payer;
};
