import { checkBudgets, cpuRatio, isGood } from "./budgets";
import type { Measurement } from "./measure";
import { textReport } from "./report";
import type { BenchResults, TargetName } from "./results";
import { chatAlone, chatAt64 } from "./scenarios/chat";

const round = (nodeCpuMs: number | undefined, p50 = 1): Measurement => ({
  calls: 100,
  furtherCalls: 0,
  failed: 0,
  firstFailure: undefined,
  elapsedMs: 1000,
  latencyMs: { p50, p90: p50, p99: p50 },
  firstByteMs: { p50, p99: p50 },
  nodeCpuMs,
  databaseCpuMs: 0.1,
  simulatorCpuMs: 0.05,
  callsPerSecond: 100,
});

const scenario = (name: string, rounds: Partial<Record<TargetName, readonly Measurement[]>>) => ({
  name,
  targets: Object.entries(rounds).map(([target, measured]) => ({ target: target as TargetName, rounds: measured })),
});

const results = (fields: Partial<BenchResults>): BenchResults => ({
  machine: { cpu: "a processor", cores: 2, node: "v24" },
  rounds: 3,
  database: "a database",
  scenarios: [],
  commitMs: [],
  leaving: [],
  delivery: [],
  subscriptions: [],
  openStreams: [],
  videos: [],
  ledgerGrowth: [],
  failures: [],
  ...fields,
});

describe("budgets", () => {
  const busy = results({
    scenarios: [
      scenario(chatAt64.name, {
        "bare Node proxy": [round(0.1), round(0.5), round(0.1)],
        gateway: [round(0.15), round(0.8), round(0.19)],
      }),
    ],
  });

  it("compare the gateway with the bare proxy per round, so that one disturbed round does not decide", () => {
    expect(cpuRatio(busy, chatAt64.name, "gateway")).toBeCloseTo(1.6);
    expect(checkBudgets(busy)).toMatchObject([{ limit: 2, kept: true }]);
  });

  it("compare other families with OpenAI's protocol on the same gateway", () => {
    const families = results({
      scenarios: [
        scenario(chatAt64.name, {
          gateway: [round(0.2), round(0.2)],
          "gateway, Anthropic": [round(0.28), round(0.26)],
          "gateway, Google": [round(0.4), round(0.4)],
        }),
      ],
    });
    expect(checkBudgets(families)).toMatchObject([
      { measured: expect.closeTo(1.35), kept: true },
      { measured: expect.closeTo(2), kept: false },
    ]);
  });

  it("allow one caller a durable commit plus a millisecond", () => {
    const alone = (gatewayMs: number) =>
      results({
        commitMs: [4, 5, 3],
        scenarios: [
          scenario(chatAlone.name, { "simulator, direct": [round(undefined, 1)], gateway: [round(1, gatewayMs)] }),
        ],
      });
    expect(checkBudgets(alone(5.9))).toMatchObject([{ measured: expect.closeTo(4.9), limit: 5, kept: true }]);
    expect(checkBudgets(alone(6.1))).toMatchObject([{ kept: false }]);
  });

  it("use the worst round for memory", () => {
    const rounds = [
      { streams: 1000, idleBytes: 100e6, openBytes: 145e6 },
      { streams: 1000, idleBytes: 145e6, openBytes: 146e6 },
    ];
    expect(checkBudgets(results({ openStreams: [{ target: "gateway", rounds }] }))).toMatchObject([
      { measured: 45, kept: false },
    ]);
  });

  it("use the slowest abort of a provider's call after its caller left", () => {
    const leaving = [
      { door: "GraphQL, unsubscribed" as const, abortMs: [1, 2, 99] },
      { door: "REST stream, connection closed" as const, abortMs: [1, 101] },
    ];
    expect(checkBudgets(results({ leaving }))).toMatchObject([
      { measured: 99, kept: true },
      { measured: 101, kept: false },
    ]);
  });

  it("use the median of a token's way to a subscriber", () => {
    expect(checkBudgets(results({ delivery: [{ deliveryMs: [1, 4, 90] }] }))).toMatchObject([
      { measured: 4, kept: true },
    ]);
    expect(checkBudgets(results({ delivery: [{ deliveryMs: [1, 6, 7] }] }))).toMatchObject([
      { measured: 6, kept: false },
    ]);
  });

  it("cover poll answers, memory and the provider's interval for video jobs", () => {
    const videos = [
      {
        jobs: 500,
        submitMs: { p50: 1, p95: 2 },
        pollMs: { p50: 21, p95: 90 },
        polls: 3000,
        cpuShare: { node: 0.5, database: undefined },
        endedWithinMs: 1,
        memoryBytes: { idle: 100e6, start: 150e6, middle: 190e6, end: 160e6 },
        provider: { pollsPerJob: 9, shortestIntervalMs: 1900, leastIntervalMs: 2000 },
      },
    ];
    expect(checkBudgets(results({ videos }))).toMatchObject([
      { measured: 21, kept: false },
      { measured: 10, kept: true },
      { measured: expect.closeTo(1.053), kept: false },
    ]);
  });

  it("cover growth over the whole ledger, including the database", () => {
    const step = (entries: number, nodeCpuMs: number) => ({ entries, at64: round(nodeCpuMs), alone: round(nodeCpuMs) });
    expect(checkBudgets(results({ ledgerGrowth: [step(10, 0.3), step(500, 9), step(1000, 0.5)] }))).toMatchObject([
      { measured: expect.closeTo(1.5), kept: false },
    ]);
  });

  it("are missed by a run in which a part failed, however good the rest; the report names the part", () => {
    const good = results({ leaving: [{ door: "GraphQL, unsubscribed", abortMs: [1, 2] }] });
    const failed = { ...good, failures: [{ part: "videos", reason: "3 calls failed" }] };
    expect([isGood(good), isGood(failed)]).toEqual([true, false]);
    expect(textReport(failed)).toMatch(/GraphQL, unsubscribed[^]*FAILED[^]*videos +3 calls failed/);
    expect(textReport(good)).not.toContain("FAILED");
  });

  it("omit what was not measured", () => {
    expect(checkBudgets(results({}))).toEqual([]);
  });

  it("are shown with every figure they are based on", () => {
    const text = textReport(busy);
    expect(text).toMatch(/gateway +0\.190 +1\.60 +0\.100/);
    expect(text).toMatch(/1\.60 times +2\.00 times +kept/);
    expect(text).not.toContain("NaN");
  });
});
