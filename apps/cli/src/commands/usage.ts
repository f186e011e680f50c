import { type ApiKey, UsageGrouping, type UsageRow } from "@cenote/contracts";
import { formatMxn } from "@cenote/core";
import { Option } from "commander";
import { readDay } from "../arguments";
import { organizationId } from "../organization-id";
import type { Answer } from "../output/answer";
import { formatCsv } from "../output/csv";
import { type Column, formatTable } from "../output/table";
import type { Register } from "./register";

interface Wanted {
  readonly from: string;
  readonly to: string;
  readonly by: "model" | "key";
  readonly csv?: boolean;
}

export const registerUsage: Register = (program, { ask }) => {
  program
    .command("usage")
    .description("calls, tokens and cost by day and model, or by day and key")
    .argument("<ORG>", "id or name")
    .option("--from <DAY>", "first day, in UTC (30 days ago)", readDay, "")
    .option("--to <DAY>", "last day, in UTC (today)", readDay, "")
    .addOption(new Option("--by <WHAT>", "what to sum beside the day").choices(["model", "key"]).default("model"))
    .option("--csv", "CSV for a spreadsheet, one line per row")
    .action((org: string, { from, to, by, csv = false }: Wanted) =>
      ask(async ({ billing }) => {
        const id = await organizationId(billing, org);
        const wanted = { organizationId: id, fromDay: from, toDay: to };
        if (by === "model") return usageAnswer(id, (await billing.getUsage(wanted)).rows, MODELS, csv);
        const { rows } = await billing.getUsage({ ...wanted, groupBy: UsageGrouping.USAGE_GROUPING_KEY });
        const { apiKeys } = await billing.listApiKeys({ organizationId: id });
        return usageAnswer(id, rows, keysNamed(apiKeys), csv);
      }),
    );
};

/** What a row stands for, besides its day. */
interface Grouping {
  /** Its columns in a table. */
  readonly columns: readonly Column<UsageRow>[];
  readonly fields: readonly string[];
  /** Its fields in JSON. */
  readonly of: (row: UsageRow) => Readonly<Record<string, string | null>>;
}

const MODELS: Grouping = {
  columns: [{ title: "MODEL", cell: ({ model }) => model }],
  fields: ["model"],
  of: ({ model }) => ({ model }),
};

const keysNamed = (keys: readonly ApiKey[]): Grouping => {
  const names = new Map(keys.map(({ id, name }) => [id, name]));
  const nameOf = ({ keyId = "" }: UsageRow) => names.get(keyId) ?? null;
  return {
    columns: [
      { title: "KEY", cell: ({ keyId }) => keyId || "unknown" },
      { title: "NAME", cell: (row) => nameOf(row) ?? "" },
    ],
    fields: ["key_id", "name"],
    of: (row) => ({ key_id: row.keyId || null, name: nameOf(row) }),
  };
};

const usageAnswer = (
  org: string,
  rows: readonly UsageRow[],
  { columns, fields, of }: Grouping,
  csv: boolean,
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
  const objects = rows.map((row) => rowJson(row, of(row)));
  const text = rows.length === 0 ? table : `${table}\ntotal ${total} MXN`;
  return {
    json: { org, rows: objects, cost_mxn: total },
    text: csv ? csvOf(["day", ...fields, ...FIGURES], objects) : text,
  };
};

const FIGURES = [
  "calls",
  "failed_calls",
  "input_tokens",
  "cached_input_tokens",
  "output_tokens",
  "images",
  "seconds",
  "cost_mxn",
] as const;

type Cell = string | number | null;

const rowJson = (row: UsageRow, of: Readonly<Record<string, Cell>>): Readonly<Record<string, Cell>> => ({
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

const csvOf = (titles: readonly string[], rows: readonly Readonly<Record<string, Cell>>[]): string =>
  formatCsv(
    titles,
    rows.map((row) => titles.map((title) => String(row[title] ?? ""))),
  );
