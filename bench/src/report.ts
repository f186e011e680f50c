import { BYTES_PER_MB, checkBudgets, cpuRatio, roundsOf } from "./budgets";
import type { Measurement } from "./measure";
import type { BenchResults, TargetName } from "./results";
import { worstRound } from "./scenarios/open-streams";
import { median } from "./statistics";

const BYTES_PER_KB = 1000;

interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Tables for the terminal. */
export const textReport = (results: BenchResults): string =>
  [describeMachine(results), ...tables(results).map(textTable)].join("\n\n");

/** The same for the README. */
export const markdownReport = (results: BenchResults): string =>
  [describeMachine(results), ...tables(results).map(markdownTable)].join("\n\n");

export const jsonReport = (results: BenchResults): string =>
  JSON.stringify({ ...results, budgets: checkBudgets(results) }, undefined, 2);

const describeMachine = ({ machine, database, rounds }: BenchResults): string =>
  `${machine.cores} cores (${machine.cpu}), Node ${machine.node}, ${database}. Medians of ${rounds} interleaved rounds, of fewer and longer ones for one caller and memory; ratios round by round.`;

const tables = (results: BenchResults): Table[] =>
  [
    ...results.scenarios.map(({ name }) => scenarioTable(results, name)),
    memoryTable(results),
    leavingTable(results),
    deliveryTable(results),
    subscriptionsTable(results),
    commitTable(results),
    ...videosTables(results),
    growthTable(results),
    budgetTable(results),
    failureTable(results),
  ].filter(({ rows }) => rows.length > 0);

const scenarioTable = (results: BenchResults, scenario: string): Table => {
  const targets = results.scenarios.find(({ name }) => name === scenario)?.targets ?? [];
  return {
    title: scenario,
    head: [
      "",
      "CPU ms a call, Node side",
      "against bare proxy",
      "database",
      "simulator",
      "p50 ms",
      "p99 ms",
      "first byte ms",
      "calls/s",
    ],
    rows: targets.map(({ target }) => scenarioRow(results, scenario, target)),
  };
};

const scenarioRow = (results: BenchResults, scenario: string, target: TargetName): string[] => {
  const rounds = roundsOf(results, scenario, target);
  const shown = (read: (round: Measurement) => number | undefined, digits: number) =>
    number(median(rounds.map((round) => read(round) ?? Number.NaN)), digits);
  return [
    target,
    shown(({ nodeCpuMs }) => nodeCpuMs, 3),
    number(cpuRatio(results, scenario, target), 2),
    shown(({ databaseCpuMs }) => databaseCpuMs, 3),
    shown(({ simulatorCpuMs }) => simulatorCpuMs, 3),
    shown(({ latencyMs }) => latencyMs.p50, 2),
    shown(({ latencyMs }) => latencyMs.p99, 2),
    shown(({ firstByteMs }) => firstByteMs.p50, 2),
    shown(({ callsPerSecond }) => callsPerSecond, 0),
  ];
};

const memoryTable = ({ openStreams }: BenchResults): Table => ({
  title: `${openStreams[0]?.rounds[0]?.streams ?? 0} open streams, the worst round`,
  head: ["", "idle MB", "open MB", "added MB"],
  rows: openStreams.map(({ target, rounds }) => {
    const megabytes = (bytes: number) => number(bytes / BYTES_PER_MB, 1);
    const worst = worstRound(rounds);
    return [
      target,
      megabytes(worst.idleBytes),
      megabytes(worst.openBytes),
      megabytes(worst.openBytes - worst.idleBytes),
    ];
  }),
});

const leavingTable = ({ leaving }: BenchResults): Table => ({
  title: "until the provider's call ends, after its caller left",
  head: ["", "p50 ms", "worst ms"],
  rows: leaving.map(({ door, abortMs }) => [door, number(median(abortMs), 0), number(abortMs.at(-1) ?? Number.NaN, 0)]),
});

const deliveryTable = ({ delivery }: BenchResults): Table => ({
  title: "from the provider's sending of a token to a subscriber's receiving it",
  head: ["p50 ms", "worst ms"],
  rows: delivery.map(({ deliveryMs }) => [number(median(deliveryMs), 1), number(deliveryMs.at(-1) ?? Number.NaN, 1)]),
});

const subscriptionsTable = ({ subscriptions }: BenchResults): Table => ({
  title: `${subscriptions[0]?.subscriptions ?? 0} GraphQL subscriptions at once`,
  head: ["", "kB each", "tokens/s", "CPU µs a token"],
  rows: subscriptions.map(({ target, bytesEach, eventsPerSecond, cpuUsEach }) => [
    target,
    number(bytesEach / BYTES_PER_KB, 1),
    number(eventsPerSecond, 0),
    number(cpuUsEach, 1),
  ]),
});

const videosTables = ({ videos }: BenchResults): Table[] =>
  videos.map(({ jobs, submitMs, pollMs, polls, memoryBytes, cpuShare, provider, endedWithinMs }) => {
    const milliseconds = ({ p50, p95 }: typeof pollMs) => `p50 ${number(p50, 1)} ms, p95 ${number(p95, 1)} ms`;
    return {
      title: `${jobs} video jobs under way at once`,
      head: ["", ""],
      rows: [
        ["a submission's answer", milliseconds(submitMs)],
        [`a poll's answer (${polls} polls)`, milliseconds(pollMs)],
        [
          "memory: idle, start, middle, end",
          `${Object.values(memoryBytes)
            .map((bytes) => number(bytes / BYTES_PER_MB, 1))
            .join(", ")} MB`,
        ],
        [
          "processor, of one core: Node side, database",
          `${number(cpuShare.node * 100, 0)} %, ${number((cpuShare.database ?? Number.NaN) * 100, 0)} %`,
        ],
        ["polls of one job at the provider", number(provider.pollsPerJob, 1)],
        [
          `shortest time between two of them (${provider.leastIntervalMs} ms asked for)`,
          `${number(provider.shortestIntervalMs, 0)} ms`,
        ],
        ["all known to be ended after the last was made", `${number(endedWithinMs / 1000, 1)} s`],
      ],
    };
  });

const commitTable = ({ commitMs }: BenchResults): Table => ({
  title: "one durable commit of the database",
  head: ["", "p50 ms"],
  rows: commitMs.length === 0 ? [] : [["insert of one small document", number(median(commitMs), 2)]],
});

const growthTable = ({ ledgerGrowth }: BenchResults): Table => ({
  title: "the ledger grows",
  head: ["entries", "CPU ms a call at 64, Node side", "database", "p50 ms at 64", "p50 ms alone", "calls/s at 64"],
  rows: ledgerGrowth.map(({ entries, at64, alone }) => [
    String(entries),
    number(at64.nodeCpuMs ?? Number.NaN, 3),
    number(at64.databaseCpuMs ?? Number.NaN, 3),
    number(at64.latencyMs.p50, 2),
    number(alone.latencyMs.p50, 2),
    number(at64.callsPerSecond, 0),
  ]),
});

const budgetTable = (results: BenchResults): Table => ({
  title: "budgets",
  head: ["", "measured", "budget", ""],
  rows: checkBudgets(results).map(({ name, measured, limit, unit, kept }) => [
    name,
    `${number(measured, 2)} ${unit}`,
    `${number(limit, 2)} ${unit}`,
    kept ? "kept" : "MISSED",
  ]),
});

const failureTable = ({ failures }: BenchResults): Table => ({
  title: "FAILED, and not in this report",
  head: ["", "reason"],
  rows: failures.map(({ part, reason }) => [part, reason]),
});

const number = (value: number, digits: number): string => (Number.isNaN(value) ? "" : value.toFixed(digits));

const textTable = ({ title, head, rows }: Table): string => {
  const widths = head.map((cell, column) => Math.max(cell.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join("  ");
  return [title, line(head), ...rows.map(line)].join("\n");
};

const markdownTable = ({ title, head, rows }: Table): string => {
  const line = (row: readonly string[]) => `| ${row.join(" | ")} |`;
  return [
    `**${title}**`,
    "",
    line(head),
    line(head.map((_cell, column) => (column === 0 ? "---" : "---:"))),
    ...rows.map(line),
  ].join("\n");
};
