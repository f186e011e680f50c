import { parseArgs } from "node:util";

export interface BenchOptions {
  /** Many short rounds, because the speed of a shared machine changes within seconds. */
  readonly rounds: number;
  readonly firstWarmUpMs: number;
  readonly warmUpMs: number;
  readonly measureMs: number;
  /** Duration of longer measurements with fewer rounds: one caller, subscriptions, memory, steps of the ledger. */
  readonly steadyMs: number;
  readonly steadyWarmUpMs: number;
  readonly steadyRounds: number;
  readonly streams: number;
  readonly leavings: number;
  readonly videoJobs: number;
  readonly videosUnderWayMs: number;
  readonly commits: number;
  /** How many entries to fill the ledger with; undefined: not requested. */
  readonly ledgerEntries: number | undefined;
  /** Substrings of scenario names; empty: all. */
  readonly only: readonly string[];
  /** An already running gateway. */
  readonly running: { readonly url: string; readonly key: string } | undefined;
  readonly withoutGateway: boolean;
  readonly output: "table" | "json" | "markdown";
}

export const USAGE = `npm run bench -- [options]
  --quick              one short round of everything, to see that it works
  --only PART          only scenarios whose name holds PART; may be given again
  --ledger-growth      also: the cost of a call while the ledger grows to a million entries
  --ledger-entries N   the same, to N entries
  --rounds N           rounds of each scenario (11)
  --url URL --key KEY  a gateway that runs already on this machine, in place of a fresh one; its model
                       openai/gpt-4o-mini must lead to a simulator
  --without-gateway    what the machine can do: simulator and bare proxy alone
  --json | --markdown  another form of the result`;

/** Throws an error meant for the user. */
export const readOptions = (args: readonly string[]): BenchOptions => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: "boolean" },
      only: { type: "string", multiple: true },
      rounds: { type: "string" },
      "ledger-growth": { type: "boolean" },
      "ledger-entries": { type: "string" },
      "without-gateway": { type: "boolean" },
      url: { type: "string" },
      key: { type: "string" },
      json: { type: "boolean" },
      markdown: { type: "boolean" },
    },
  });
  if ((values.url === undefined) !== (values.key === undefined)) throw new Error("--url and --key go together.");
  const quick = values.quick === true;
  return {
    rounds: values.rounds === undefined ? (quick ? 1 : 11) : positive("--rounds", values.rounds),
    firstWarmUpMs: quick ? 1000 : 12_000,
    warmUpMs: 500,
    measureMs: quick ? 1000 : 1500,
    steadyMs: quick ? 1000 : 5000,
    steadyWarmUpMs: quick ? 500 : 2000,
    steadyRounds: quick ? 1 : 3,
    streams: quick ? 100 : 1000,
    leavings: quick ? 10 : 100,
    videoJobs: quick ? 50 : 500,
    videosUnderWayMs: quick ? 10_000 : 60_000,
    commits: quick ? 50 : 300,
    ledgerEntries: ledgerEntries(values["ledger-growth"] === true, values["ledger-entries"]),
    only: values.only ?? [],
    running: values.url === undefined || values.key === undefined ? undefined : { url: values.url, key: values.key },
    withoutGateway: values["without-gateway"] === true,
    output: values.json === true ? "json" : values.markdown === true ? "markdown" : "table",
  };
};

const MILLION = 1_000_000;

const ledgerEntries = (isRequested: boolean, count: string | undefined): number | undefined => {
  if (count !== undefined) return positive("--ledger-entries", count);
  return isRequested ? MILLION : undefined;
};

const positive = (name: string, value: string): number => {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1) throw new Error(`${name} must be a whole number of 1 or more.`);
  return number;
};
