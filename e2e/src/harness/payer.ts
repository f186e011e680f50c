import { withBilling } from "./billing";
import type { System } from "./system";

export interface Payer {
  readonly org: string;
  readonly key: string;
  readonly keyId: string;
}

/** A new organization with the free credit, and a key of its own. */
export const newPayer = (system: System): Promise<Payer> =>
  withBilling(system, async (billing) => {
    const { organization } = await billing.createOrganization({ name: `payer ${performance.now()}` });
    const org = organization?.id ?? "";
    const { apiKey, secret } = await billing.createApiKey({ organizationId: org, name: "" });
    return { org, key: secret, keyId: apiKey?.id ?? "" };
  });
