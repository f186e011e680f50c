import { type ApiKey, UsageGrouping, type UsageRow } from "@cenote/contracts";
import { formatMxn } from "@cenote/core";
import { Option } from "commander";
import { readDay } from "../arguments";
import { organizationId } from "../organization-id";
import type { Answer } from "../output/answer";
import { type Column, formatTable } from "../output/table";
import type { Register } from "./register";

interface Wanted {
  readonly from: string;
  readonly to: string;
  readonly by: "model" | "key";
}

export const registerUsage: Register = (program, { ask }) => {
  program
    .command("usage")
    .description("calls, tokens and cost by day and model, or by day and key")
    .argument("<ORG>", "id or name")
    .option("--from <DAY>", "first day, in UTC (30 days ago)", readDay, "")
    .option("--to <DAY>", "last day, in UTC (today)", readDay, "")
    .addOption(new Option("--by <WHAT>", "what to sum beside the day").choices(["model", "key"]).default("model"))
    .action((org: string, { from, to, by }: Wanted) =>
      ask(async ({ billing }) => {
        const id = await organizationId(billing, org);
        const wanted = { organizationId: id, fromDay: from, toDay: to };
        if (by === "model")
          return usageAnswer(id, (await billing.getUsage(wanted)).rows, modelColumns, ({ model }) => ({ model }));
        const { rows } = await billing.getUsage({ ...wanted, groupBy: UsageGrouping.USAGE_GROUPING_KEY });
        const { apiKeys } = await billing.listApiKeys({ organizationId: id });
        const nameOf = keyNames(apiKeys);
        return usageAnswer(id, rows, keyColumns(nameOf), (row) => ({ key_id: row.keyId || null, name: nameOf(row) }));
      }),
    );
};

type Columns = readonly Column<UsageRow>[];

const modelColumns: Columns = [{ title: "MODEL", cell: ({ model }) => model }];

const keyColumns = (nameOf: (row: UsageRow) => string | null): Columns => [
  { title: "KEY", cell: ({ keyId }) => keyId || "unknown" },
  { title: "NAME", cell: (row) => nameOf(row) ?? "" },
];

const keyNames = (keys: readonly ApiKey[]) => {
  const names = new Map(keys.map(({ id, name }) => [id, name]));
  return ({ keyId = "" }: UsageRow): string | null => names.get(keyId) ?? null;
};

/** @param columns Say in the table what a row is of, as `of` does in JSON. */
const usageAnswer = (
  org: string,
  rows: readonly UsageRow[],
  columns: Columns,
  of: (row: UsageRow) => object,
): Answer => {
  const total = formatMxn(rows.reduce((sum, { costNanoMxn }) => sum + costNanoMxn, 0n));
  const table = formatTable(
    rows,
    [
      { title: "DAY", cell: ({ day }) => day },
      ...columns,
      { title: "CALLS", align: "right", cell: ({ calls }) => String(calls) },
      { title: "FAILED", align: "right", cell: ({ failedCalls }) => String(failedCalls) },
      { title: "INPUT", align: "right", cell: ({ inputTokens }) => String(inputTokens) },
      { title: "CACHED", align: "right", cell: ({ cachedInputTokens }) => String(cachedInputTokens) },
      { title: "OUTPUT", align: "right", cell: ({ outputTokens }) => String(outputTokens) },
      { title: "IMAGES", align: "right", cell: ({ images }) => String(images) },
      { title: "SECONDS", align: "right", cell: ({ seconds }) => String(seconds) },
      { title: "COST MXN", align: "decimal", cell: ({ costNanoMxn }) => formatMxn(costNanoMxn) },
    ],
    "no usage",
  );
  return {
    json: { org, rows: rows.map((row) => rowJson(row, of(row))), cost_mxn: total },
    text: rows.length === 0 ? table : `${table}\ntotal ${total} MXN`,
  };
};

const rowJson = (row: UsageRow, of: object) => ({
  day: row.day,
  ...of,
  calls: Number(row.calls),
  failed_calls: Number(row.failedCalls),
  input_tokens: Number(row.inputTokens),
  cached_input_tokens: Number(row.cachedInputTokens),
  output_tokens: Number(row.outputTokens),
  images: Number(row.images),
  seconds: Number(row.seconds),
  cost_mxn: formatMxn(row.costNanoMxn),
});
