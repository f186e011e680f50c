import type { BillingService, TopUp as ContractTopUp } from "@cenote/contracts";
import { CenoteError, nanoMxn, pageOf, readCursor, writeCursor } from "@cenote/core";
import type { TopUpTerms } from "@cenote/catalog";
import type { Organizations } from "../organizations/organizations";
import type { TopUp } from "../top-ups/top-up";
import type { TopUps } from "../top-ups/top-ups";
import { readPage, requireUuid } from "./fields";
import { requireOrganization } from "./require-organization";

type TopUpMethods = Pick<
  BillingService,
  "getTopUpTerms" | "createTopUp" | "getTopUp" | "listTopUps" | "receivePaymentEvent"
>;

export interface TopUpMethodsOptions {
  readonly organizations: Organizations;
  /** Undefined without a payment processor. */
  readonly topUps: TopUps | undefined;
  readonly topUpTerms: () => TopUpTerms;
}

export const createTopUpMethods = ({ organizations, topUps, topUpTerms }: TopUpMethodsOptions): TopUpMethods => {
  const required = (): TopUps => {
    if (topUps === undefined)
      throw new CenoteError("not_found", "No payments are set up here: the operator adds money to the balance.");
    return topUps;
  };

  return {
    async getTopUpTerms() {
      if (topUps === undefined) return { terms: undefined };
      const { min, max, methods } = topUpTerms();
      return { terms: { minNanoMxn: min, maxNanoMxn: max, methods: [...methods], test: topUps.isTest } };
    },
    async createTopUp({ organizationId, amountNanoMxn, returnUrl }) {
      const organization = await requireOrganization(organizations, organizationId);
      const amount = nanoMxn(amountNanoMxn);
      return { topUp: toContract(await required().create({ organizationId: organization, amount, returnUrl })) };
    },
    async getTopUp({ organizationId, topUpId }) {
      const organization = requireUuid("organization_id", organizationId);
      return { topUp: toContract(await required().get(organization, requireUuid("top_up_id", topUpId))) };
    },
    async listTopUps({ organizationId, page }) {
      const organization = await requireOrganization(organizations, organizationId);
      const { size, cursor } = readPage(page);
      const after = readCursor("page.cursor", cursor);
      const found = topUps === undefined ? [] : await topUps.list(organization, { after, limit: size + 1 });
      const { rows, next } = pageOf(found, size);
      return { topUps: rows.map((row) => ({ ...toContract(row), cursor: writeCursor(row) })), next };
    },
    async receivePaymentEvent({ body, signature }) {
      await required().receiveEvent(body, signature);
      return {};
    },
  };
};

const toContract = ({
  id,
  organizationId,
  amount,
  state,
  checkout,
  createdAtMs,
  expiresAtMs,
  endedAtMs,
  refunded,
}: TopUp): ContractTopUp => ({
  id,
  organizationId,
  amountNanoMxn: amount,
  state,
  checkoutUrl: state === "open" ? (checkout?.url ?? "") : "",
  created: new Date(createdAtMs),
  expires: new Date(expiresAtMs),
  ended: endedAtMs === undefined ? undefined : new Date(endedAtMs),
  refundedNanoMxn: refunded,
});
