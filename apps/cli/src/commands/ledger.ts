import type { Charge, LedgerEntry, ListLedgerEntriesResponse, VerifyLedgerResponse } from "@cenote/contracts";
import { formatMxn } from "@cenote/core";
import { readPageSize } from "../arguments";
import { organizationId } from "../organization-id";
import type { Answer } from "../output/answer";
import { chargeJson } from "../output/charge";
import { formatTable } from "../output/table";
import { formatTime, formatTimeShort } from "../output/time";
import type { Register } from "./register";

export const registerLedger: Register = (program, { ask }) => {
  const ledger = program.command("ledger").description("the journal of every peso");

  ledger
    .command("show")
    .description("entries, newest first")
    .argument("<ORG>", "id or name")
    .option("--limit <N>", "entries on the page", readPageSize, 100)
    .option("--cursor <CURSOR>", "`next` of the page before", "")
    .action((org: string, { limit, cursor }: { limit: number; cursor: string }) =>
      ask(async ({ billing }) => {
        const id = await organizationId(billing, org);
        return pageAnswer(await billing.listLedgerEntries({ organizationId: id, page: { size: limit, cursor } }));
      }),
    );

  ledger
    .command("verify")
    .description("recompute every hash, balance and hold from the first block")
    .argument("[ORG]", "id or name; all without")
    .action((org: string | undefined) =>
      ask(async ({ billing }) => {
        const id = org === undefined ? "" : await organizationId(billing, org);
        return verificationAnswer(await billing.verifyLedger({ organizationId: id }));
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
    fault === undefined ? null : { org: fault.organizationId, seq: Number(fault.seq), reason: fault.reason };
  return {
    json: { ok, ...counts, fault: place },
    text: `broken: ${checked}`,
    refusal:
      place === null
        ? "the ledger does not hold"
        : `the ledger does not hold: organization ${place.org}, block ${place.seq}: ${place.reason}`,
  };
};
