import type { GetStatementResponse } from "@cenote/contracts";
import { DAY_MS, dayOf, formatMxn, startOfDay } from "@cenote/core";
import { Option } from "commander";
import { readDay, readMonth } from "../arguments";
import { organizationId } from "../organization-id";
import { formatCsv } from "../output/csv";
import { formatTable } from "../output/table";
import { formatTime } from "../output/time";
import type { Register } from "./register";

interface Wanted {
  readonly month?: string;
  readonly from?: string;
  readonly to?: string;
  readonly csv?: boolean;
}

export const registerStatement: Register = (program, { ask }) => {
  program
    .command("statement")
    .description("the changes of the balance in a month: opening balance, credits, charges by model, closing balance")
    .argument("<ORG>", "id or name")
    .addOption(
      new Option("--month <MONTH>", "YYYY-MM, in UTC (this month)").argParser(readMonth).conflicts(["from", "to"]),
    )
    .option("--from <DAY>", "first day, in UTC (the first of the month of the last day)", readDay)
    .option("--to <DAY>", "last day, in UTC (today)", readDay)
    .option("--csv", "CSV for a spreadsheet, one line per movement")
    .action((org: string, { month, from = "", to = "", csv = false }: Wanted) =>
      ask(async ({ billing }) => {
        const id = await organizationId(billing, org);
        const days = month === undefined ? { fromDay: from, toDay: to } : daysOf(month);
        const statement = await billing.getStatement({ organizationId: id, ...days });
        return { json: statementJson(id, statement), text: csv ? csvOf(statement) : tableOf(statement) };
      }),
    );
};

const daysOf = (month: string): { readonly fromDay: string; readonly toDay: string } => {
  const fromDay = `${month}-01`;
  // 31 days after the first of a month is always in the next month, never later.
  const next = `${dayOf(startOfDay(fromDay) + 31 * DAY_MS).slice(0, 7)}-01`;
  return { fromDay, toDay: dayOf(startOfDay(next) - DAY_MS) };
};

interface Line {
  readonly day: string;
  /** `opening`, `charges`, `closing`, or the type of a posting. */
  readonly type: string;
  /** Id of the credit, or id of the model. */
  readonly name: string;
  readonly note: string;
  readonly calls: string;
  /** Signed; for the first and the last line, the balance. */
  readonly amount: string;
}

/** In the order of an account statement. The amounts between the first and the last line add up to their difference. */
const linesOf = (statement: GetStatementResponse): readonly Line[] => {
  const { fromDay, toDay, postings, postingsLeftOut, models } = statement;
  const without = { name: "", note: "", calls: "" };
  const listed = postings.reduce((sum, { amountNanoMxn }) => sum + amountNanoMxn, 0n);
  const others = statement.creditedNanoMxn + statement.adjustedNanoMxn - listed;
  return [
    { ...without, day: fromDay, type: "opening", amount: formatMxn(statement.openingNanoMxn) },
    ...postings.map(({ at, type, id, note, amountNanoMxn }) => ({
      day: formatTime(at)?.slice(0, 10) ?? "",
      type,
      name: id,
      note,
      calls: "",
      amount: formatMxn(amountNanoMxn),
    })),
    ...(postingsLeftOut === 0n
      ? []
      : [
          {
            ...without,
            day: toDay,
            type: "credit",
            note: `${postingsLeftOut} more`,
            amount: formatMxn(others),
          },
        ]),
    ...models.map(({ model, calls, costNanoMxn }) => ({
      ...without,
      day: toDay,
      type: "charges",
      name: model,
      calls: String(calls),
      amount: formatMxn(-costNanoMxn),
    })),
    { ...without, day: toDay, type: "closing", amount: formatMxn(statement.closingNanoMxn) },
  ];
};

const tableOf = (statement: GetStatementResponse): string =>
  [
    formatTable(
      linesOf(statement),
      [
        { title: "DAY", cell: ({ day }) => day },
        { title: "WHAT", cell: ({ type }) => type },
        { title: "NAME", cell: ({ name }) => name },
        { title: "CALLS", align: "right", cell: ({ calls }) => calls },
        { title: "AMOUNT MXN", align: "decimal", cell: ({ amount }) => amount },
        { title: "NOTE", cell: ({ note }) => note },
      ],
      "",
    ),
    `through block ${statement.seq}, ${statement.hash}`,
  ].join("\n");

const csvOf = (statement: GetStatementResponse): string =>
  formatCsv(
    ["day", "type", "name", "calls", "amount_mxn", "note"],
    linesOf(statement).map(({ day, type, name, calls, amount, note }) => [day, type, name, calls, amount, note]),
  );

const statementJson = (org: string, statement: GetStatementResponse) => ({
  org,
  from: statement.fromDay,
  to: statement.toDay,
  opening_mxn: formatMxn(statement.openingNanoMxn),
  credited_mxn: formatMxn(statement.creditedNanoMxn),
  adjusted_mxn: formatMxn(statement.adjustedNanoMxn),
  charged_mxn: formatMxn(statement.chargedNanoMxn),
  closing_mxn: formatMxn(statement.closingNanoMxn),
  postings: statement.postings.map(({ id, type, amountNanoMxn, at, note }) => ({
    id,
    type,
    amount_mxn: formatMxn(amountNanoMxn),
    at: formatTime(at),
    note,
  })),
  postings_left_out: Number(statement.postingsLeftOut),
  models: statement.models.map((row) => ({
    model: row.model,
    calls: Number(row.calls),
    failed_calls: Number(row.failedCalls),
    cost_mxn: formatMxn(row.costNanoMxn),
  })),
  block: Number(statement.seq),
  hash: statement.hash,
});
