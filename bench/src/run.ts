import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { type Attempts, createAttempts } from "./attempts";
import { measure } from "./measure";
import type { BenchOptions } from "./options";
import type { StartedProcess } from "./processes/start-process";
import type { BenchResults, ScenarioResult } from "./results";
import { chatAlone, chatAt64 } from "./scenarios/chat";
import { embeddingsAt16 } from "./scenarios/embeddings";
import { measureDelivery } from "./scenarios/delivery";
import { measureLeaving } from "./scenarios/leaving";
import { measureLedgerGrowth } from "./scenarios/ledger-growth";
import { measureOpenStreams } from "./scenarios/open-streams";
import type { Scenario } from "./scenarios/scenario";
import { measureSubscriptions } from "./scenarios/subscriptions";
import { pacedStreamAt32, streamAt32 } from "./scenarios/stream";
import { measureVideos } from "./scenarios/videos";
import { startBareProxy } from "./targets/bare-proxy";
import { startDatabase, type BenchDatabase } from "./targets/database";
import { overFamilies, runningGateway, startGateway } from "./targets/gateway";
import { startParts } from "./targets/parts";
import { directTarget, startSimulator } from "./targets/simulator";
import { isFamilyTarget, isPartsTarget, type Target } from "./targets/target";
import { median } from "./statistics";
import { createWarmUps, type WarmUps } from "./warm-ups";

const SCENARIOS: readonly Scenario[] = [chatAt64, embeddingsAt16, streamAt32, pacedStreamAt32, chatAlone];
const OPEN_STREAMS = "open streams";
const LEAVING = "leaving";
const DELIVERY = "delivery";
const SUBSCRIPTIONS = "subscriptions";
const VIDEOS = "videos";

interface Setting {
  readonly simulator: StartedProcess;
  readonly database: BenchDatabase;
  /** Folder of this run; deleted at its end. */
  readonly folder: string;
  readonly targets: readonly Target[];
  readonly options: BenchOptions;
  readonly attempts: Attempts;
  readonly warmUpMs: WarmUps;
  readonly say: (what: string) => void;
}

/**
 * Starts everything afresh, measures, and stops everything it started. Rejects if the start fails; the results list
 * parts that fail.
 */
export const runBench = async (options: BenchOptions, say: (what: string) => void): Promise<BenchResults> => {
  const folder = await mkdtemp(join(tmpdir(), "cenote-bench-"));
  const attempts = createAttempts(say);
  const stops: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    const simulator = await startSimulator();
    stops.push(() => simulator.stop());
    const database = await startDatabase(join(folder, "database"));
    stops.push(() => database.stop());
    say(`database: ${database.description}`);
    const targets = [directTarget(simulator)];
    const add = (target: Target) => {
      targets.push(target);
      stops.push(() => target.stop());
    };
    add(await startBareProxy(simulator.url));
    add(await startParts(simulator.url, database));
    if (options.running !== undefined) add(runningGateway(options.running.url, options.running.key));
    else if (!options.withoutGateway) {
      const gateway = await startGateway({ simulatorUrl: simulator.url, database, folder });
      add(gateway);
      targets.push(...overFamilies(gateway));
    }
    return await measureAll({
      simulator,
      database,
      folder,
      targets,
      options,
      attempts,
      warmUpMs: createWarmUps(options),
      say,
    });
  } finally {
    for (const stop of stops.reverse())
      await attempts.make("the end", async () => {
        await stop();
        return [];
      });
  }
};

const measureAll = async (setting: Setting): Promise<BenchResults> => {
  const { options, database, attempts } = setting;
  const { ledgerEntries } = options;
  const isSelected = (name: string) => options.only.length === 0 || options.only.some((part) => name.includes(part));
  const part = async <Result>(name: string, work: () => Promise<readonly Result[]>) =>
    isSelected(name) ? attempts.make(name, work) : [];
  const scenarios: ScenarioResult[] = [];
  const commitMs: number[] = [];
  for (const scenario of SCENARIOS) {
    scenarios.push(
      ...(await part(scenario.name, async () => [
        await measureInRounds(scenario, setting, async () => {
          if (scenario === chatAlone) commitMs.push(median(await database.measureCommits(options.commits)));
        }),
      ])),
    );
  }
  return {
    machine: { cpu: cpus()[0]?.model ?? "unknown", cores: cpus().length, node: process.version },
    rounds: options.rounds,
    database: database.description,
    scenarios,
    commitMs,
    openStreams: await part(OPEN_STREAMS, () => measureMemory(setting)),
    leaving: await part(LEAVING, () => leave(setting)),
    delivery: await part(DELIVERY, () => deliver(setting)),
    subscriptions: await part(SUBSCRIPTIONS, () => subscribe(setting)),
    videos: await part(VIDEOS, () => makeVideos(setting)),
    ledgerGrowth:
      ledgerEntries === undefined ? [] : await attempts.make("ledger growth", () => growLedger(setting, ledgerEntries)),
    failures: attempts.failures,
  };
};

const isMeasured = ({ overFamilies = false, overParts = false }: Scenario, target: Target): boolean =>
  (overFamilies || !isFamilyTarget(target)) && (overParts || !isPartsTarget(target));

/** Targets alternate within each round, so that a disturbance of the machine affects all of them. */
const measureInRounds = async (
  scenario: Scenario,
  { targets, simulator, options, warmUpMs, say }: Setting,
  afterRound: () => Promise<void>,
): Promise<ScenarioResult> => {
  const results = targets
    .filter((target) => isMeasured(scenario, target))
    .map((target) => ({ target, rounds: [] as Awaited<ReturnType<typeof measure>>[] }));
  const { isSteady = false, warmedBy } = scenario;
  if (warmedBy !== undefined) {
    for (const { target } of results)
      await measure(warmedBy, target, simulator, { warmUpMs: warmUpMs(warmedBy, target), measureMs: options.warmUpMs });
  }
  const [count, measureMs, leastWarmUpMs] = isSteady
    ? [options.steadyRounds, options.steadyMs, options.steadyWarmUpMs]
    : [options.rounds, options.measureMs, 0];
  for (let round = 1; round <= count; round++) {
    for (const { target, rounds } of results) {
      say(`${scenario.name}, ${target.name}, round ${round} of ${count}`);
      rounds.push(
        await measure(scenario, target, simulator, {
          measureMs,
          warmUpMs: Math.max(leastWarmUpMs, warmUpMs(scenario, target)),
        }),
      );
    }
    await afterRound();
  }
  return { name: scenario.name, targets: results.map(({ target, rounds }) => ({ target: target.name, rounds })) };
};

const measureMemory = async ({
  targets,
  simulator,
  options,
  warmUpMs,
  say,
}: Setting): Promise<BenchResults["openStreams"]> => {
  const results: { target: Target["name"]; rounds: Awaited<ReturnType<typeof measureOpenStreams>>[] }[] = [];
  for (const target of targets.filter(
    (target) => target.nodePid !== undefined && !isFamilyTarget(target) && !isPartsTarget(target),
  )) {
    // The first load pays for what a process allocates once, whatever the load.
    await measure(streamAt32, target, simulator, {
      warmUpMs: warmUpMs(streamAt32, target),
      measureMs: options.steadyMs,
    });
    const rounds = [];
    for (let round = 1; round <= options.steadyRounds; round++) {
      say(`${options.streams} ${OPEN_STREAMS}, ${target.name}, round ${round} of ${options.steadyRounds}`);
      rounds.push(await measureOpenStreams(target, options.streams));
    }
    results.push({ target: target.name, rounds });
  }
  return results;
};

const gatewayOf = (targets: readonly Target[]): Target | undefined => targets.find(({ name }) => name === "gateway");

const leave = async ({ targets, simulator, options, say }: Setting): Promise<BenchResults["leaving"]> => {
  const gateway = gatewayOf(targets);
  if (gateway === undefined) return [];
  say(`${LEAVING} in the middle of an answer`);
  return measureLeaving({ gateway, simulator, times: options.leavings });
};

const deliver = async ({ targets, simulator, options, say }: Setting): Promise<BenchResults["delivery"]> => {
  const gateway = gatewayOf(targets);
  if (gateway === undefined) return [];
  say(`${DELIVERY} of a token to a subscriber`);
  return [await measureDelivery({ gateway, simulator, times: options.leavings })];
};

const subscribe = async ({ targets, options, say }: Setting): Promise<BenchResults["subscriptions"]> => {
  const gateway = gatewayOf(targets);
  if (gateway === undefined) return [];
  say(`${options.streams} ${SUBSCRIPTIONS}, bare graphql-ws and gateway`);
  return measureSubscriptions(gateway, options.streams, options.steadyMs);
};

/**
 * In a separate gateway: memory that another one retains from earlier loads and releases meanwhile would exceed the
 * jobs' own.
 */
const makeVideos = async ({ folder, simulator, options, say }: Setting): Promise<BenchResults["videos"]> => {
  // A gateway that is already running may not have the model.
  if (options.withoutGateway || options.running !== undefined) return [];
  const home = join(folder, VIDEOS);
  await mkdir(home);
  const database = await startDatabase(join(home, "database"));
  try {
    const gateway = await startGateway({ simulatorUrl: simulator.url, database, folder: home });
    try {
      say(`${options.videoJobs} ${VIDEOS} at once`);
      return [
        await measureVideos({ gateway, simulator, jobs: options.videoJobs, underWayMs: options.videosUnderWayMs }),
      ];
    } finally {
      await gateway.stop();
    }
  } finally {
    await database.stop();
  }
};

const growLedger = (
  { targets, simulator, options, say }: Setting,
  entries: number,
): Promise<BenchResults["ledgerGrowth"]> => {
  const target = gatewayOf(targets);
  if (target === undefined) throw new Error("There is no gateway whose ledger could grow.");
  return measureLedgerGrowth({
    target,
    simulator,
    entries,
    say,
    duration: { firstWarmUpMs: options.firstWarmUpMs, warmUpMs: options.steadyWarmUpMs, measureMs: options.steadyMs },
  });
};
