import { type BillingService, type LedgerEntry, UsageGrouping, type VerifyLedgerResponse } from "@cenote/contracts";
import { CenoteError, type Clock, type Ids, invalidRequest, ShuttingDown } from "@cenote/core";
import { MAX_AMOUNT } from "../ledger/decide";
import type { Ledger } from "../ledger/ledger";
import type { EntryView, UsageSums, Verification, VerificationStep } from "../ledger/ledger-reads";
import { resultOf } from "../ledger/verify";
import { FREE_CREDIT_ID, type Organizations } from "../organizations/organizations";
import { REFUND_ID, TOP_UP_ID } from "../top-ups/look-at-checkout";
import { toContractCharge } from "./charge";
import { firstOfMonth, lastThirtyDays, readDays } from "./days";
import { readEntryFilter } from "./entry-filter";
import { readPage, requireChange, requirePositiveAmount, requireRequestId, requireText, requireUuid } from "./fields";
import { requireOrganization } from "./require-organization";
import { watchBalance } from "./watch-balance";

type LedgerMethods = Pick<
  BillingService,
  | "credit"
  | "adjust"
  | "getBalance"
  | "watchBalance"
  | "listLedgerEntries"
  | "verifyLedger"
  | "checkLedger"
  | "getUsage"
  | "getStatement"
  | "getCharges"
>;

export interface LedgerMethodsOptions {
  readonly ledger: Ledger;
  readonly organizations: Organizations;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Aborted when watches must end. */
  readonly ending: AbortSignal;
}

const MAX_CREDIT_ID_LENGTH = 100;
const MAX_NOTE_LENGTH = 500;
const MAX_CHARGES = 1_000;

export const createLedgerMethods = ({
  ledger,
  organizations,
  clock,
  ids,
  ending,
}: LedgerMethodsOptions): LedgerMethods => {
  /** Stops between two steps when the caller has left or the service closes. */
  const verifySteps = async function* (organizationId: string, signal: AbortSignal | undefined) {
    const only = organizationId === "" ? undefined : await requireOrganization(organizations, organizationId);
    for await (const step of ledger.verifySteps(only, organizations.withJournal(only))) {
      if (signal?.aborted === true) throw new CenoteError("cancelled");
      if (ending.aborted) throw new ShuttingDown();
      yield step;
    }
  };

  return {
    async credit({ organizationId, amountNanoMxn, id, note }) {
      const organization = await requireOrganization(organizations, organizationId);
      if (id === FREE_CREDIT_ID)
        throw invalidRequest("id", `\`${FREE_CREDIT_ID}\` is the id of the credit every organization begins with.`);
      if (id.startsWith(TOP_UP_ID))
        throw invalidRequest("id", `Ids that begin with \`${TOP_UP_ID}\` are those of top-ups.`);
      const posted = await ledger.credit(organization, {
        id: requireText("id", id, MAX_CREDIT_ID_LENGTH) || ids.uuid(),
        amount: requirePositiveAmount("amount_nano_mxn", amountNanoMxn, MAX_AMOUNT),
        note: requireText("note", note, MAX_NOTE_LENGTH),
      });
      return { id: posted.id, balanceNanoMxn: posted.balance };
    },
    async adjust({ organizationId, amountNanoMxn, id, note }) {
      const organization = await requireOrganization(organizations, organizationId);
      if (id.startsWith(REFUND_ID))
        throw invalidRequest("id", `Ids that begin with \`${REFUND_ID}\` are those of refunds of top-ups.`);
      const posted = await ledger.adjust(organization, {
        id: requireText("id", id, MAX_CREDIT_ID_LENGTH) || ids.uuid(),
        amount: requireChange("amount_nano_mxn", amountNanoMxn, MAX_AMOUNT),
        note: requireText("note", note, MAX_NOTE_LENGTH),
      });
      return { id: posted.id, balanceNanoMxn: posted.balance };
    },
    async getBalance({ organizationId, clientTokenId }) {
      const organization = await requireOrganization(organizations, organizationId);
      const { balance, held } = await ledger.balance(organization);
      const spent =
        clientTokenId === undefined
          ? undefined
          : (await ledger.spent(organization))(requireUuid("client_token_id", clientTokenId));
      return { balanceNanoMxn: balance, heldNanoMxn: held, availableNanoMxn: balance - held, spentNanoMxn: spent };
    },
    async *watchBalance({ organizationId }, signal) {
      const organization = await requireOrganization(organizations, organizationId);
      yield* watchBalance(
        { ledger, clock, signal: signal === undefined ? ending : AbortSignal.any([signal, ending]) },
        organization,
      );
    },
    async listLedgerEntries({ organizationId, page, filter }) {
      const organization = await requireOrganization(organizations, organizationId);
      const { size, cursor } = readPage(page);
      const { entries, next } = await ledger.entries(organization, {
        size,
        ...(cursor !== "" && { cursor }),
        ...(filter !== undefined && { filter: readEntryFilter(filter) }),
      });
      return { entries: entries.map(toContractEntry), next: next ?? "" };
    },
    async getCharges({ organizationId, requestIds }) {
      const organization = await requireOrganization(organizations, organizationId);
      if (requestIds.length > MAX_CHARGES)
        throw invalidRequest("request_ids", `\`request_ids\` has more than ${MAX_CHARGES} items.`);
      for (const [index, id] of requestIds.entries()) requireRequestId(`request_ids[${index}]`, id);
      return { entries: (await ledger.charges(organization, requestIds)).map(toContractEntry) };
    },
    async verifyLedger({ organizationId }, signal) {
      return toContractVerification(await resultOf(verifySteps(organizationId, signal)));
    },
    async *checkLedger({ organizationId }, signal) {
      for await (const { result, ...counts } of verifySteps(organizationId, signal))
        yield { ...toContractCounts(counts), result: result && toContractVerification(result) };
    },
    async getUsage({ organizationId, fromDay, toDay, groupBy = UsageGrouping.USAGE_GROUPING_UNSPECIFIED }) {
      const organization = await requireOrganization(organizations, organizationId);
      const days = readDays(fromDay, toDay, { nowMs: clock.nowMs(), firstDay: lastThirtyDays });
      switch (groupBy) {
        case UsageGrouping.USAGE_GROUPING_UNSPECIFIED:
          return { rows: (await ledger.usage(organization, days.from, days.to)).map(toContractUsage) };
        case UsageGrouping.USAGE_GROUPING_KEY:
          return {
            rows: (await ledger.usageByKey(organization, days.from, days.to)).map((row) => ({
              model: "",
              ...toContractUsage(row),
            })),
          };
        default:
          throw invalidRequest("group_by", "`group_by` is no grouping of usage.");
      }
    },
    async getStatement({ organizationId, fromDay, toDay }) {
      const organization = await requireOrganization(organizations, organizationId);
      const { from, to } = readDays(fromDay, toDay, { nowMs: clock.nowMs(), firstDay: firstOfMonth });
      const statement = await ledger.statement(organization, from, to);
      return {
        fromDay: from,
        toDay: to,
        openingNanoMxn: statement.opening,
        creditedNanoMxn: statement.credited,
        adjustedNanoMxn: statement.adjusted,
        chargedNanoMxn: statement.charged,
        closingNanoMxn: statement.closing,
        postings: statement.postings.map(({ id, type, amount, atMs, note }) => ({
          id,
          type,
          amountNanoMxn: amount,
          at: new Date(atMs),
          note,
        })),
        postingsLeftOut: BigInt(statement.postingsLeftOut),
        models: statement.models.map((row) => ({ day: "", ...toContractUsage(row) })),
        seq: BigInt(statement.seq),
        hash: statement.hash,
      };
    },
  };
};

const toContractCounts = ({ organizations, blocks, entries }: Omit<VerificationStep, "result">) => ({
  organizations: BigInt(organizations),
  blocks: BigInt(blocks),
  entries: BigInt(entries),
});

const toContractVerification = ({ ok, fault, ...counts }: Verification): VerifyLedgerResponse => ({
  ok,
  ...toContractCounts(counts),
  fault: fault && { ...fault, seq: BigInt(fault.seq) },
});

const toContractEntry = ({
  seq,
  id,
  type,
  amount,
  balance,
  callId,
  atMs,
  note,
  charge,
  cursor,
}: EntryView): LedgerEntry => ({
  seq: BigInt(seq),
  id,
  type,
  amountNanoMxn: amount,
  balanceNanoMxn: balance,
  requestId: callId ?? "",
  at: new Date(atMs),
  note,
  charge: charge && toContractCharge(charge),
  cursor,
});

const toContractUsage = <Row extends UsageSums>({ calls, failedCalls, cost, ...row }: Row) => ({
  ...row,
  calls: BigInt(calls),
  failedCalls: BigInt(failedCalls),
  costNanoMxn: cost,
});
