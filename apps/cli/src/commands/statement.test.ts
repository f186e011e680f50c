import type { GetStatementResponse } from "@cenote/contracts";
import { CREATED, DEMO_ID, twoOrganizations } from "../testing/fake-services";
import { runTool } from "../testing/run-tool";

const sums = {
  failedCalls: 1n,
  inputTokens: 300n,
  cachedInputTokens: 20n,
  outputTokens: 45n,
  images: 0n,
  seconds: 0n,
};

const statement: GetStatementResponse = {
  fromDay: "2026-11-01",
  toDay: "2026-11-30",
  openingNanoMxn: 50_000_000_000n,
  creditedNanoMxn: 100_000_000_000n,
  adjustedNanoMxn: -1_000_000_000n,
  chargedNanoMxn: 3_500_000_000n,
  closingNanoMxn: 145_500_000_000n,
  postings: [
    { id: "top-up", type: "credit", amountNanoMxn: 100_000_000_000n, at: CREATED, note: 'invoice 7, "paid"' },
    { id: "refund", type: "adjust", amountNanoMxn: -1_000_000_000n, at: CREATED, note: "=HYPERLINK(1)" },
  ],
  postingsLeftOut: 0n,
  models: [
    { day: "", model: "anthropic/claude-haiku-4-5", calls: 2n, costNanoMxn: 500_000_000n, ...sums },
    { day: "", model: "openai/gpt-4o-mini", calls: 12n, costNanoMxn: 3_000_000_000n, ...sums },
  ],
  seq: 42n,
  hash: "ab".repeat(32),
};

const getStatement = jest.fn();
const around = { billing: { ...twoOrganizations, getStatement } };
beforeEach(() => getStatement.mockReset().mockResolvedValue(statement));

test("a table from the balance before to the balance after, and the block it was read up to", async () => {
  const { out } = await runTool("statement demo", around);
  expect(getStatement).toHaveBeenCalledWith({ organizationId: DEMO_ID, fromDay: "", toDay: "" });
  expect(out.split("\n").map((line) => line.trim().split(/ {2,}/))).toEqual([
    ["DAY", "WHAT", "NAME", "CALLS", "AMOUNT MXN", "NOTE"],
    ["2026-11-01", "opening", "50"],
    ["2026-11-21", "credit", "top-up", "100", 'invoice 7, "paid"'],
    ["2026-11-21", "adjust", "refund", "-1", "=HYPERLINK(1)"],
    ["2026-11-30", "charges", "anthropic/claude-haiku-4-5", "2", "-0.5"],
    ["2026-11-30", "charges", "openai/gpt-4o-mini", "12", "-3"],
    ["2026-11-30", "closing", "145.5"],
    [`through block 42, ${"ab".repeat(32)}`],
    [""],
  ]);
});

test("as CSV a spreadsheet reads it, and takes no note for a formula", async () => {
  const { out } = await runTool("statement demo --csv", around);
  expect(out.split("\n")).toEqual([
    "day,type,name,calls,amount_mxn,note",
    "2026-11-01,opening,,,50,",
    '2026-11-21,credit,top-up,,100,"invoice 7, ""paid"""',
    "2026-11-21,adjust,refund,,-1,'=HYPERLINK(1)",
    "2026-11-30,charges,anthropic/claude-haiku-4-5,2,-0.5,",
    "2026-11-30,charges,openai/gpt-4o-mini,12,-3,",
    "2026-11-30,closing,,,145.5,",
    "",
  ]);
});

test("as JSON it has the sums too", async () => {
  expect((await runTool("statement demo --json", around)).json()).toMatchObject({
    org: DEMO_ID,
    from: "2026-11-01",
    to: "2026-11-30",
    opening_mxn: "50",
    credited_mxn: "100",
    adjusted_mxn: "-1",
    charged_mxn: "3.5",
    closing_mxn: "145.5",
    postings: [{ id: "top-up", type: "credit", amount_mxn: "100", at: "2026-11-21T04:05:06.789Z" }, { id: "refund" }],
    postings_left_out: 0,
    models: [{ model: "anthropic/claude-haiku-4-5", calls: 2, failed_calls: 1, cost_mxn: "0.5" }, { calls: 12 }],
    block: 42,
    hash: "ab".repeat(32),
  });
});

test("credits that are not listed are one line, so that the lines add up", async () => {
  getStatement.mockResolvedValue({ ...statement, creditedNanoMxn: 107_000_000_000n, postingsLeftOut: 7n });
  const { out } = await runTool("statement demo --csv", around);
  expect(out).toContain("\n2026-11-30,credit,,,7,7 more\n");
});

test.each([
  ["2026-11", "2026-11-01", "2026-11-30"],
  ["2026-12", "2026-12-01", "2026-12-31"],
  ["2024-02", "2024-02-01", "2024-02-29"],
  ["2026-02", "2026-02-01", "2026-02-28"],
])("the month %s is %s to %s", async (month, fromDay, toDay) => {
  await runTool(`statement demo --month ${month}`, around);
  expect(getStatement).toHaveBeenCalledWith({ organizationId: DEMO_ID, fromDay, toDay });
});

test("days of its own, but not beside a month, and no month that the calendar has not", async () => {
  await runTool("statement demo --from 2026-10-05 --to 2026-10-09", around);
  expect(getStatement).toHaveBeenCalledWith({ organizationId: DEMO_ID, fromDay: "2026-10-05", toDay: "2026-10-09" });
  expect((await runTool("statement demo --month 2026-10 --to 2026-10-09", around)).exitCode).toBe(2);
  expect((await runTool("statement demo --month 2026-13", around)).exitCode).toBe(2);
});
