import { CHAT_MODEL } from "../targets/gateway-config";
import { messages } from "./prompt";
import type { Scenario } from "./scenario";

const CHUNKS = 100;
/** Faster than any model, and slow enough to leave every process mostly idle. */
const CHUNK_MS = 5;

const stream = (name: string, pace: string): Scenario => ({
  name,
  kind: "stream",
  callers: 32,
  path: "/chat/completions",
  body: (target) =>
    JSON.stringify({
      model: target.modelName(CHAT_MODEL),
      stream: true,
      stream_options: { include_usage: true },
      messages: messages(`words=${CHUNKS} ${pace}`),
    }),
  goodTail: "[DONE]",
});

/** Chunks as fast as possible, each sent separately: everything is busy. */
export const streamAt32: Scenario = { ...stream("stream of 100 chunks, 32 callers", "one_by_one"), overFamilies: true };
export const pacedStreamAt32 = stream(
  `stream of 100 chunks, one each ${CHUNK_MS} ms, 32 callers`,
  `chunk_ms=${CHUNK_MS}`,
);
