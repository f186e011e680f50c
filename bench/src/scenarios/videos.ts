import { type ChildProcess, fork } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { benchProgram } from "../repository";
import { stateOf } from "../load/state-of";
import type { VideoCallersState, VideoOrder } from "../load/video-caller-main";
import { treeCpuMs } from "../processes/cpu";
import { treeMemoryBytes } from "../processes/memory";
import type { StartedProcess } from "../processes/start-process";
import { quantile } from "../statistics";
import { VIDEO_MODEL } from "../targets/gateway-config";
import type { Target } from "../targets/target";

/** One round with all jobs under way at once. */
export interface VideosResult {
  readonly jobs: number;
  /** For the answer to a submission, milliseconds. */
  readonly submitMs: Quantiles;
  /** For the answer to a poll while all jobs were under way. */
  readonly pollMs: Quantiles;
  readonly polls: number;
  /**
   * Memory of the Node side: before, when all were submitted, halfway, and at the end with all jobs still under way.
   */
  readonly memoryBytes: {
    readonly idle: number;
    readonly start: number;
    readonly middle: number;
    readonly end: number;
  };
  /** Processor time while all were under way, as a share of one core. */
  readonly cpuShare: { readonly node: number; readonly database: number | undefined };
  /** What the provider received, status requests only. */
  readonly provider: {
    readonly pollsPerJob: number;
    readonly shortestIntervalMs: number;
    readonly leastIntervalMs: number;
  };
  /** From when the provider had finished all jobs to when the last caller was told. */
  readonly endedWithinMs: number;
}

interface Quantiles {
  readonly p50: number;
  readonly p95: number;
}

export interface VideosOptions {
  readonly gateway: Target;
  readonly simulator: StartedProcess;
  readonly jobs: number;
  /** How long all jobs are kept running. */
  readonly underWayMs: number;
}

/** The polling interval of fal's protocol. */
const PROVIDER_INTERVAL_MS = 2000;
/** As the contract suggests. */
const POLL_EVERY_MS = 10_000;
const SUBMIT_LIMIT_MS = 60_000;
/** Name of the hold that keeps all jobs under way. */
const HOLD = "bench-videos";
const END_LIMIT_MS = 120_000;
const REST_MS = 2000;
const LOOK_MS = 100;
const MEMORY_LOOKS = 5;
const BETWEEN_MEMORY_LOOKS_MS = 400;
const CALLERS = benchProgram("video-caller-main");

/** Polls the callers until `what` is reached. Throws if one failed, or after the time limit. */
const until = async (
  callers: ChildProcess,
  what: (state: VideoCallersState) => boolean,
  limitMs: number,
): Promise<VideoCallersState> => {
  const deadlineMs = performance.now() + limitMs;
  for (let state = await stateOf<VideoCallersState>(callers); ; state = await stateOf<VideoCallersState>(callers)) {
    if (state.failure !== undefined) throw new Error(`videos: ${state.failure}`);
    if (what(state)) return state;
    if (performance.now() > deadlineMs)
      throw new Error(
        `videos: after ${limitMs / 1000} s ${state.submitted} are submitted and ${state.completed} completed`,
      );
    await pause(LOOK_MS);
  }
};

/** The median of several samples, since garbage collection makes them vary. */
const lookAtMemory = async (pid: number): Promise<number> => {
  const seen: number[] = [];
  for (let look = 0; look < MEMORY_LOOKS; look++) {
    seen.push(treeMemoryBytes(pid));
    await pause(BETWEEN_MEMORY_LOOKS_MS);
  }
  return quantile(seen, 0.5);
};

const quantilesOf = (values: readonly number[]): Quantiles => ({
  p50: quantile(values, 0.5),
  p95: quantile(values, 0.95),
});

interface SimulatedVideo {
  readonly polls: number;
  readonly shortest_interval_ms: number | null;
}

const providerView = async (simulator: StartedProcess): Promise<VideosResult["provider"]> => {
  const { videos } = (await (await fetch(`${simulator.url}/__simulator/videos`)).json()) as {
    readonly videos: readonly SimulatedVideo[];
  };
  return {
    pollsPerJob: videos.reduce((sum, { polls }) => sum + polls, 0) / videos.length,
    shortestIntervalMs: Math.min(...videos.map(({ shortest_interval_ms: shortest }) => shortest ?? Infinity)),
    leastIntervalMs: PROVIDER_INTERVAL_MS,
  };
};

/** Jobs that are all under way at once, each polled by its caller, until the last one has ended. */
export const measureVideos = async ({ gateway, simulator, jobs, underWayMs }: VideosOptions): Promise<VideosResult> => {
  const pid = gateway.nodePid;
  if (pid === undefined) throw new Error("The gateway's process can't be looked at.");
  await pause(REST_MS);
  const idle = await lookAtMemory(pid);
  const callers = fork(CALLERS);
  try {
    const order: VideoOrder = {
      origin: `http://127.0.0.1:${gateway.port}`,
      headers: gateway.headers,
      jobs,
      pollEveryMs: POLL_EVERY_MS,
      body: JSON.stringify({ model: VIDEO_MODEL, prompt: `a cenote at noon [[sim polls=0 render_hold=${HOLD}]]` }),
    };
    callers.send(order);
    const submitted = await until(callers, (state) => state.submitted === jobs, SUBMIT_LIMIT_MS);
    const submittedMs = performance.now();
    const cpuOf = (process: number | undefined) => (process === undefined ? undefined : treeCpuMs(process));
    const cpuBefore = { node: treeCpuMs(pid), database: cpuOf(gateway.databasePid) };
    const start = await lookAtMemory(pid);
    await pause(submittedMs + underWayMs / 2 - performance.now());
    const middle = await lookAtMemory(pid);
    await pause(submittedMs + underWayMs - performance.now());
    const end = await lookAtMemory(pid);
    const under = await stateOf<VideoCallersState>(callers);
    const tookMs = performance.now() - submittedMs;
    const databaseCpuMs = cpuOf(gateway.databasePid);
    const cpuShare = {
      node: (treeCpuMs(pid) - cpuBefore.node) / tookMs,
      database:
        databaseCpuMs === undefined || cpuBefore.database === undefined
          ? undefined
          : (databaseCpuMs - cpuBefore.database) / tookMs,
    };
    const madeMs = performance.now();
    await fetch(`${simulator.url}/__simulator/release?hold=${HOLD}`, { method: "POST" });
    await until(callers, (state) => state.completed === jobs, END_LIMIT_MS);
    const pollMs = under.pollMs.slice(submitted.pollMs.length);
    return {
      jobs,
      submitMs: quantilesOf(submitted.submitMs),
      pollMs: quantilesOf(pollMs),
      polls: pollMs.length,
      memoryBytes: { idle, start, middle, end },
      cpuShare,
      provider: await providerView(simulator),
      endedWithinMs: performance.now() - madeMs,
    };
  } finally {
    callers.disconnect();
  }
};
