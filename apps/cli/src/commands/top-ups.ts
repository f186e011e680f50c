import type { TopUp } from "@cenote/contracts";
import { formatMxn } from "@cenote/core";
import { readPageSize } from "../arguments";
import { organizationId } from "../organization-id";
import type { Answer } from "../output/answer";
import { formatTable } from "../output/table";
import { formatTime, formatTimeShort } from "../output/time";
import type { Register } from "./register";

const DEFAULT_LIMIT = 50;

interface Wanted {
  readonly limit: number;
  readonly cursor: string;
}

export const registerTopUps: Register = (program, { ask }) => {
  program
    .command("top-ups")
    .description("payments that an organization made to its balance, newest first, with their state")
    .argument("<ORG>", "id or name")
    .option("--limit <N>", "maximum number", readPageSize, DEFAULT_LIMIT)
    .option("--cursor <CURSOR>", "`next` of the previous page", "")
    .action((org: string, { limit, cursor }: Wanted) =>
      ask(async ({ billing }) => {
        const id = await organizationId(billing, org);
        const { topUps, next } = await billing.listTopUps({ organizationId: id, page: { size: limit, cursor } });
        return pageAnswer(topUps, next);
      }),
    );
};

const topUpJson = ({ id, amountNanoMxn, state, refundedNanoMxn, created, ended }: TopUp) => ({
  id,
  amount_mxn: formatMxn(amountNanoMxn),
  state,
  refunded_mxn: formatMxn(refundedNanoMxn),
  created: formatTime(created),
  ended: formatTime(ended),
});

const pageAnswer = (topUps: readonly TopUp[], next: string): Answer => {
  const table = formatTable(
    topUps,
    [
      { title: "CREATED", cell: ({ created }) => formatTimeShort(created) },
      { title: "STATE", cell: ({ state }) => state },
      { title: "MXN", align: "decimal", cell: ({ amountNanoMxn }) => formatMxn(amountNanoMxn) },
      { title: "PAID BACK", align: "decimal", cell: ({ refundedNanoMxn }) => formatMxn(refundedNanoMxn) },
      { title: "ID", cell: ({ id }) => id },
    ],
    "Nothing was paid in.",
  );
  return {
    json: { top_ups: topUps.map(topUpJson), next: next === "" ? null : next },
    text: next === "" ? table : `${table}\nmore: --cursor ${next}`,
  };
};
