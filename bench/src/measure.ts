import { generateLoad } from "./load/generate-load";
import type { LoadResult } from "./load/protocol";
import { treeCpuMs } from "./processes/cpu";
import type { StartedProcess } from "./processes/start-process";
import type { Scenario } from "./scenarios/scenario";
import type { Target } from "./targets/target";

/** One round of one scenario on one target. */
export interface Measurement extends LoadResult {
  /** Processor milliseconds per call. Undefined if there is no such process, or it can't be inspected. */
  readonly nodeCpuMs: number | undefined;
  readonly databaseCpuMs: number | undefined;
  readonly simulatorCpuMs: number;
  readonly callsPerSecond: number;
}

export interface Duration {
  readonly warmUpMs: number;
  readonly measureMs: number;
}

/** Throws if any call failed: the cost of failures is irrelevant. */
export const measure = async (
  scenario: Scenario,
  target: Target,
  simulator: StartedProcess,
  { warmUpMs, measureMs }: Duration,
): Promise<Measurement> => {
  const readCpu = () => ({
    node: target.nodePid === undefined ? undefined : treeCpuMs(target.nodePid),
    database: target.databasePid === undefined ? undefined : treeCpuMs(target.databasePid),
    simulator: treeCpuMs(simulator.pid),
  });
  const cpu = { before: readCpu(), after: readCpu() };
  const result = await generateLoad(
    {
      port: target.port,
      path: `${target.basePath}${scenario.path}`,
      headers: target.headers,
      body: scenario.body(target),
      callers: scenario.callers,
      goodTail: scenario.goodTail,
      warmUpMs,
      measureMs,
    },
    {
      begin() {
        cpu.before = readCpu();
      },
      end() {
        cpu.after = readCpu();
      },
    },
  );
  const { before, after } = cpu;
  if (result.failed > 0 || result.calls === 0) {
    throw new Error(
      `${scenario.name}, ${target.name}: ${result.failed} calls failed, ${result.calls} did not: ${result.firstFailure ?? "none ended in time"}`,
    );
  }
  const each = (from: number | undefined, to: number | undefined) =>
    from === undefined || to === undefined ? undefined : (to - from) / result.calls;
  return {
    ...result,
    nodeCpuMs: each(before.node, after.node),
    databaseCpuMs: each(before.database, after.database),
    simulatorCpuMs: (after.simulator - before.simulator) / result.calls,
    callsPerSecond: (result.calls * 1000) / result.elapsedMs,
  };
};
