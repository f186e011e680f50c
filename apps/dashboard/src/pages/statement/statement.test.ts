import { statementCsv } from "./statement-csv";
import { linesOf, type Statement } from "./statement-lines";

const EMPTY: Statement = {
  from: "2026-11-01",
  to: "2026-11-30",
  openingMxn: "50",
  creditedMxn: "0",
  adjustedMxn: "0",
  closingMxn: "50",
  postings: [],
  postingsLeftOut: 0,
  models: [],
  block: 7,
  hash: "ab",
};

const BUSY: Statement = {
  ...EMPTY,
  creditedMxn: "107.000000001",
  adjustedMxn: "-2.5",
  closingMxn: "154.250000001",
  postings: [
    { id: "top-up", type: "CREDIT", amountMxn: "100", at: "2026-11-02T23:59:59.000Z", note: '=HYPERLINK("x"), May' },
    { id: "-fix", type: "ADJUST", amountMxn: "-2.5", at: "2026-11-03T00:00:00.000Z", note: null },
  ],
  postingsLeftOut: 2,
  models: [
    { model: "a/paid", calls: 3, costMxn: "0.25" },
    { model: "a/free", calls: 1200, costMxn: "0" },
  ],
};

it("an empty month has two balances", () => {
  expect(linesOf(EMPTY).map(({ type, amount }) => [type, amount])).toEqual([
    ["opening", "50"],
    ["closing", "50"],
  ]);
});

it("lists credits, corrections, what was left out, and charges, and keeps a spreadsheet from calculating a text", () => {
  expect(statementCsv(linesOf(BUSY)).split("\n")).toEqual([
    "day,type,name,calls,amount_mxn,note",
    "2026-11-01,opening,,,50,",
    `2026-11-02,credit,top-up,,100,"'=HYPERLINK(""x""), May"`,
    "2026-11-03,adjust,'-fix,,-2.5,",
    "2026-11-30,credit,,,7.000000001,2 more",
    "2026-11-30,charges,a/paid,3,-0.25,",
    "2026-11-30,charges,a/free,1200,0,",
    "2026-11-30,closing,,,154.250000001,",
    "",
  ]);
});

it.each(["=1", "+1", "@a", "\ta", "\ra", "-1+1", "-a"])("the note %j is text", (note) => {
  const [line] = linesOf(EMPTY);
  if (line === undefined) throw new Error("no line");
  expect(statementCsv([{ ...line, note }])).toContain(`'${note}`);
});
