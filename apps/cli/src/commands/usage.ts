import type { UsageRow } from "@cenote/contracts";
import { formatMxn } from "@cenote/core";
import { readDay } from "../arguments";
import { organizationId } from "../organization-id";
import type { Answer } from "../output/answer";
import { formatTable } from "../output/table";
import type { Register } from "./register";

interface Days {
  readonly from: string;
  readonly to: string;
}

export const registerUsage: Register = (program, { ask }) => {
  program.command("usage").description("calls, tokens and cost by day and model").argument("<ORG>", "id or name")
    .option("--from <DAY>", "first day, in UTC (30 days ago)", readDay, "")
    .option("--to <DAY>", "last day, in UTC (today)", readDay, "")
    .action((org: string, { from, to }: Days) => ask(async ({ billing }) => {
      const id = await organizationId(billing, org);
      const { rows } = await billing.getUsage({ organizationId: id, fromDay: from, toDay: to });
      return usageAnswer(id, rows);
    }));
};

const usageAnswer = (org: string, rows: readonly UsageRow[]): Answer => {
  const total = formatMxn(rows.reduce((sum, { costNanoMxn }) => sum + costNanoMxn, 0n));
  const table = formatTable(rows, [
    { title: "DAY", cell: ({ day }) => day },
    { title: "MODEL", cell: ({ model }) => model },
    { title: "CALLS", align: "right", cell: ({ calls }) => String(calls) },
    { title: "FAILED", align: "right", cell: ({ failedCalls }) => String(failedCalls) },
    { title: "INPUT", align: "right", cell: ({ inputTokens }) => String(inputTokens) },
    { title: "CACHED", align: "right", cell: ({ cachedInputTokens }) => String(cachedInputTokens) },
    { title: "OUTPUT", align: "right", cell: ({ outputTokens }) => String(outputTokens) },
    { title: "IMAGES", align: "right", cell: ({ images }) => String(images) },
    { title: "SECONDS", align: "right", cell: ({ seconds }) => String(seconds) },
    { title: "COST MXN", align: "decimal", cell: ({ costNanoMxn }) => formatMxn(costNanoMxn) },
  ], "no usage");
  return {
    json: { org, rows: rows.map(rowJson), cost_mxn: total },
    text: rows.length === 0 ? table : `${table}\ntotal ${total} MXN`,
  };
};

const rowJson = (row: UsageRow) => ({
  day: row.day,
  model: row.model,
  calls: Number(row.calls),
  failed_calls: Number(row.failedCalls),
  input_tokens: Number(row.inputTokens),
  cached_input_tokens: Number(row.cachedInputTokens),
  output_tokens: Number(row.outputTokens),
  images: Number(row.images),
  seconds: Number(row.seconds),
  cost_mxn: formatMxn(row.costNanoMxn),
});
