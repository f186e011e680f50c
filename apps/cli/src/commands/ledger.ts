import type {
  BillingService,
  Charge,
  LedgerEntry,
  LedgerFilter,
  ListLedgerEntriesResponse,
  VerifyLedgerResponse,
} from "@cenote/contracts";
import { CenoteError, formatMxn } from "@cenote/core";
import { Option } from "commander";
import { readEnd, readPageSize, readTime } from "../arguments";
import { organizationId } from "../organization-id";
import type { Answer } from "../output/answer";
import { chargeJson } from "../output/charge";
import { reasonOf } from "../output/reason";
import { formatTable } from "../output/table";
import { formatTime, formatTimeShort } from "../output/time";
import type { Register } from "./register";

interface Wanted extends WantedEntries {
  readonly limit: number;
  readonly cursor: string;
}

interface WantedEntries {
  readonly model?: string;
  readonly key?: string;
  readonly clientToken?: string;
  readonly kind?: string;
  readonly outcome?: string;
  readonly from?: Date;
  readonly to?: Date;
}

/** Undefined without filters. */
const toFilter = ({ key, clientToken, ...same }: WantedEntries): LedgerFilter | undefined => {
  const filter = {
    ...same,
    ...(key !== undefined && { keyId: key }),
    ...(clientToken !== undefined && { clientTokenId: clientToken }),
  };
  return Object.keys(filter).length === 0 ? undefined : { types: [], ...filter };
};

/**
 * Billing returns at most 500 entries per page, and with a filter often far fewer, so pages are read until there are
 * `limit` entries.
 */
const readPage = async (
  billing: Pick<BillingService, "listLedgerEntries">,
  organization: string,
  {
    limit,
    cursor,
    filter,
  }: { readonly limit: number; readonly cursor: string; readonly filter: LedgerFilter | undefined },
): Promise<ListLedgerEntriesResponse> => {
  const entries: LedgerEntry[] = [];
  for (let next = cursor; ;) {
    const page = await billing.listLedgerEntries({
      organizationId: organization,
      page: { size: limit - entries.length, cursor: next },
      ...(filter !== undefined && { filter }),
    });
    entries.push(...page.entries);
    next = page.next;
    if (next === "" || entries.length >= limit) return { entries, next };
  }
};

/**
 * A check that was interrupted is neither a success nor a failure: the text says up to where the ledger was correct.
 */
const verify = async (
  billing: Pick<BillingService, "checkLedger">,
  organization: string,
): Promise<VerifyLedgerResponse> => {
  let blocks = 0n;
  let failure: unknown = new CenoteError("overloaded");
  try {
    for await (const step of billing.checkLedger({ organizationId: organization })) {
      if (step.result !== undefined) return step.result;
      ({ blocks } = step);
    }
  } catch (error) {
    failure = error;
  }
  if (blocks === 0n) throw failure;
  throw new Error(
    `The verification did not finish, and found nothing wrong in ${blocks} blocks until then. ${reasonOf(failure)}`,
  );
};

export const registerLedger: Register = (program, { ask }) => {
  const ledger = program.command("ledger").description("the ledger: every entry of every balance");

  ledger
    .command("show")
    .description(
      "entries, newest first; filters select the entries of calls that match all of them. A filter with few matches may read the whole ledger, which takes minutes: --from bounds the search",
    )
    .argument("<ORG>", "id or name")
    .option("--limit <N>", "entries on the page", readPageSize, 100)
    .option("--cursor <CURSOR>", "`next` of the previous page", "")
    .option("--model <ID>", "calls of this model; openai/* for all models of a provider")
    .option("--key <KEY_ID>", "calls with this API key, and with its client tokens")
    .option("--client-token <ID>", "calls with this client token")
    .addOption(new Option("--kind <WHAT>", "calls of this kind").choices(["chat", "embedding", "image", "video"]))
    .option("--outcome <OUTCOME>", "calls with this outcome: ok, cancelled, failed, or an error code")
    .option("--from <TIME>", "from this day or time on, in UTC", readTime)
    .option("--to <TIME>", "through this day, or before this time, in UTC", readEnd)
    .action((org: string, { limit, cursor, ...wanted }: Wanted) =>
      ask(async ({ billing }) => {
        const id = await organizationId(billing, org);
        return pageAnswer(await readPage(billing, id, { limit, cursor, filter: toFilter(wanted) }));
      }),
    );

  ledger
    .command("verify")
    .description("recompute every hash, balance and hold from the first block")
    .argument("[ORG]", "id or name; all organizations if left out")
    .action((org: string | undefined) =>
      ask(async ({ billing }) => {
        const id = org === undefined ? "" : await organizationId(billing, org);
        return verificationAnswer(await verify(billing, id));
      }),
    );
};

const pageAnswer = ({ entries, next }: ListLedgerEntriesResponse): Answer => {
  const table = formatTable(
    entries,
    [
      { title: "SEQ", align: "right", cell: ({ seq }) => String(seq) },
      { title: "AT", cell: ({ at }) => formatTimeShort(at) },
      { title: "TYPE", cell: ({ type }) => type },
      { title: "AMOUNT MXN", align: "decimal", cell: ({ amountNanoMxn }) => formatMxn(amountNanoMxn) },
      { title: "BALANCE MXN", align: "decimal", cell: ({ balanceNanoMxn }) => formatMxn(balanceNanoMxn) },
      { title: "REQUEST OR ID", cell: ({ requestId, id }) => requestId || id },
      { title: "FOR", cell: ({ charge, note }) => (charge === undefined ? note : formatCharge(charge)) },
    ],
    "no entries",
  );
  return {
    json: { entries: entries.map(entryJson), next: next === "" ? null : next },
    text: next === "" ? table : `${table}\nmore: --cursor ${next}`,
  };
};

/** The model, and whether its answer came from the cache. */
const formatCharge = ({ model, record }: Charge) => (record?.cached === true ? `${model}, cached` : model);

const entryJson = ({ seq, id, type, amountNanoMxn, balanceNanoMxn, requestId, at, note, charge }: LedgerEntry) => ({
  seq: Number(seq),
  id,
  type,
  amount_mxn: formatMxn(amountNanoMxn),
  balance_mxn: formatMxn(balanceNanoMxn),
  request_id: requestId === "" ? null : requestId,
  at: formatTime(at),
  note,
  charge: charge === undefined ? null : chargeJson(charge),
});

const verificationAnswer = ({ ok, organizations, blocks, entries, fault }: VerifyLedgerResponse): Answer => {
  const counts = { organizations: Number(organizations), blocks: Number(blocks), entries: Number(entries) };
  const checked = `${counts.organizations} organizations, ${counts.blocks} blocks, ${counts.entries} entries`;
  if (ok) return { json: { ok, ...counts }, text: `ok: ${checked}` };
  const place =
    fault === undefined
      ? null
      : { org: fault.organizationId, seq: fault.seq === 0n ? null : Number(fault.seq), reason: fault.reason };
  return {
    json: { ok, ...counts, fault: place },
    text: `broken: ${checked}`,
    refusal:
      place === null
        ? "the ledger does not hold"
        : `the ledger does not hold: organization ${place.org}${place.seq === null ? "" : `, block ${place.seq}`}: ${place.reason}`,
  };
};
