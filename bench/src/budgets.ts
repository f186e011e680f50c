import type { BenchResults, TargetName } from "./results";
import type { Measurement } from "./measure";
import { chatAlone, chatAt64 } from "./scenarios/chat";
import { worstRound } from "./scenarios/open-streams";
import { pacedStreamAt32, streamAt32 } from "./scenarios/stream";
import { FAMILY_TARGETS } from "./targets/target";
import { median, medianDifference, medianRatio } from "./statistics";

export interface Budget {
  readonly name: string;
  readonly measured: number;
  readonly limit: number;
  readonly unit: string;
  readonly kept: boolean;
}

const MAX_CPU_RATIO = 2;
const MAX_FAMILY_RATIO = 1.5;
const LATENCY_ALLOWANCE_MS = 1;
const MAX_OPEN_STREAMS_MB = 40;
const MAX_ABORT_MS = 100;
const MAX_DELIVERY_MS = 5;
/** Tolerance for the clocks of two processes. */
const MAX_INTERVAL_RATIO = 1.005;
const MAX_VIDEO_POLL_MS = 20;
/** Growth within a minute of all jobs running: uncollected garbage. */
const MAX_VIDEOS_GROWTH_MB = 40;
/** Noise of a shared machine; growth with the ledger would be far larger. */
const MAX_GROWTH_RATIO = 1.25;
export const BYTES_PER_MB = 1_000_000;

/** The budgets for everything that was measured. */
export const checkBudgets = (results: BenchResults): Budget[] =>
  [
    cpuBudget(results, chatAt64.name),
    cpuBudget(results, streamAt32.name),
    cpuBudget(results, pacedStreamAt32.name),
    ...familyBudgets(results),
    latencyBudget(results),
    memoryBudget(results),
    ...leavingBudgets(results),
    ...deliveryBudgets(results),
    ...videoBudgets(results),
    growthBudget(results),
  ]
    .filter((budget) => budget !== undefined)
    .filter((budget) => !Number.isNaN(budget.measured));

/** Whether everything requested was measured, and is within the budgets. */
export const isGood = (results: BenchResults): boolean =>
  results.failures.length === 0 && checkBudgets(results).every(({ kept }) => kept);

export const roundsOf = (results: BenchResults, scenario: string, target: TargetName): readonly Measurement[] =>
  results.scenarios.find(({ name }) => name === scenario)?.targets.find((one) => one.target === target)?.rounds ?? [];

/** Compared with the bare proxy, per round. */
export const cpuRatio = (results: BenchResults, scenario: string, target: TargetName): number => {
  const cpu = (name: TargetName) => roundsOf(results, scenario, name).map((round) => round.nodeCpuMs ?? Number.NaN);
  return medianRatio(cpu(target), cpu("bare Node proxy"));
};

const budget = (name: string, unit: string, measured: number, limit: number): Budget => ({
  name,
  unit,
  measured,
  limit,
  kept: measured <= limit,
});

const cpuBudget = (results: BenchResults, scenario: string): Budget =>
  budget(
    `CPU of the Node side against the bare proxy: ${scenario}`,
    "times",
    cpuRatio(results, scenario, "gateway"),
    MAX_CPU_RATIO,
  );

/** The cost of a provider family, compared with OpenAI's protocol on the same gateway. */
const familyBudgets = (results: BenchResults): Budget[] =>
  [chatAt64, streamAt32].flatMap(({ name }) =>
    FAMILY_TARGETS.map((family) => {
      const cpu = (target: TargetName) => roundsOf(results, name, target).map((round) => round.nodeCpuMs ?? Number.NaN);
      return budget(
        `CPU of ${family} against OpenAI's protocol: ${name}`,
        "times",
        medianRatio(cpu(family), cpu("gateway")),
        MAX_FAMILY_RATIO,
      );
    }),
  );

const latencyBudget = (results: BenchResults): Budget => {
  const p50 = (target: TargetName) => roundsOf(results, chatAlone.name, target).map((round) => round.latencyMs.p50);
  const added = medianDifference(p50("gateway"), p50("simulator, direct"));
  return budget(
    "latency added for one caller, median; at most one durable commit and 1 ms",
    "ms",
    added,
    median(results.commitMs) + LATENCY_ALLOWANCE_MS,
  );
};

const memoryBudget = (results: BenchResults): Budget | undefined => {
  const rounds = results.openStreams.find(({ target }) => target === "gateway")?.rounds;
  if (rounds === undefined) return undefined;
  const { streams, openBytes, idleBytes } = worstRound(rounds);
  return budget(
    `memory of ${streams} open streams over idle`,
    "MB",
    (openBytes - idleBytes) / BYTES_PER_MB,
    MAX_OPEN_STREAMS_MB,
  );
};

const leavingBudgets = ({ leaving }: BenchResults): Budget[] =>
  leaving.map(({ door, abortMs }) =>
    budget(
      `until the provider's call ends, the slowest of ${abortMs.length}: ${door}`,
      "ms",
      abortMs.at(-1) ?? Number.NaN,
      MAX_ABORT_MS,
    ),
  );

const deliveryBudgets = ({ delivery }: BenchResults): Budget[] =>
  delivery.map(({ deliveryMs }) =>
    budget(
      "from the provider's sending of a token to a subscriber's receiving it, median",
      "ms",
      median(deliveryMs),
      MAX_DELIVERY_MS,
    ),
  );

const videoBudgets = ({ videos }: BenchResults): Budget[] =>
  videos.flatMap(({ jobs, pollMs, memoryBytes, provider }) => [
    budget(`a poll's answer with ${jobs} video jobs under way, median`, "ms", pollMs.p50, MAX_VIDEO_POLL_MS),
    budget(
      `memory of ${jobs} video jobs, end over start`,
      "MB",
      (memoryBytes.end - memoryBytes.start) / BYTES_PER_MB,
      MAX_VIDEOS_GROWTH_MB,
    ),
    budget(
      "time between two polls of one job that the provider asks for, against the shortest",
      "times",
      provider.leastIntervalMs / provider.shortestIntervalMs,
      MAX_INTERVAL_RATIO,
    ),
  ]);

const growthBudget = (results: BenchResults): Budget | undefined => {
  const first = results.ledgerGrowth[0];
  const last = results.ledgerGrowth.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const cost = (step: typeof first) => (step.at64.nodeCpuMs ?? Number.NaN) + (step.at64.databaseCpuMs ?? 0);
  return budget(
    `CPU of a call with ${last.entries} entries in the ledger against ${first.entries}, database included`,
    "times",
    cost(last) / cost(first),
    MAX_GROWTH_RATIO,
  );
};
