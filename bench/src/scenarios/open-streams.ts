import { setTimeout as pause } from "node:timers/promises";
import { holdStreams } from "../load/generate-load";
import { treeMemoryBytes } from "../processes/memory";
import { quantile } from "../statistics";
import { CHAT_MODEL } from "../targets/gateway-config";
import type { Target } from "../targets/target";
import { messages } from "./prompt";

export interface OpenStreamsResult {
  readonly streams: number;
  readonly idleBytes: number;
  /** The maximum while all were open. */
  readonly openBytes: number;
}

/** A later round finds the memory of earlier ones still reserved, so the worst counts rather than the median. */
export const worstRound = (rounds: readonly OpenStreamsResult[]): OpenStreamsResult =>
  rounds.reduce((worst, round) =>
    round.openBytes - round.idleBytes > worst.openBytes - worst.idleBytes ? round : worst,
  );

/** One chunk per second: the point is that the streams are open. */
const CHUNK_MS = 1000;
const CHUNKS = 300;
const OPEN_LIMIT_MS = 60_000;
const IDLE_MS = 2000;
const LOOKS = 8;
const BETWEEN_LOOKS_MS = 500;

/** Memory of the Node side with streams open, compared with the same process idle just before. */
export const measureOpenStreams = async (target: Target, streams: number): Promise<OpenStreamsResult> => {
  const pid = target.nodePid;
  if (pid === undefined) throw new Error(`${target.name} has no process of its own.`);
  await pause(IDLE_MS);
  const idleBytes = quantile(await lookAtMemory(pid), 0.5);
  const order = {
    port: target.port,
    path: `${target.basePath}/chat/completions`,
    headers: target.headers,
    streams,
    openLimitMs: OPEN_LIMIT_MS,
    body: JSON.stringify({
      model: target.modelName(CHAT_MODEL),
      stream: true,
      messages: messages(`words=${CHUNKS} chunk_ms=${CHUNK_MS}`),
    }),
  };
  const openBytes = await holdStreams(order, async () => Math.max(...(await lookAtMemory(pid))));
  return { streams, idleBytes, openBytes };
};

const lookAtMemory = async (pid: number): Promise<number[]> => {
  const seen: number[] = [];
  for (let look = 0; look < LOOKS; look++) {
    seen.push(treeMemoryBytes(pid));
    await pause(BETWEEN_LOOKS_MS);
  }
  return seen;
};
