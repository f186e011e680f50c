import { type ChatEvent, type ChatStreamReader, ProviderError, type Target } from "../spec";
import { contentOf } from "./content";
import { isErrorBody, toStreamError } from "./errors";
import { isFinishReason, toFinishReason } from "./finish";
import { quirksOf } from "./quirks";
import { createToolCallTracker } from "./tool-calls";
import { usageOf } from "./usage";
import type { WireAnswer, WireChoice, WireMessage } from "./wire-types";

const LAST_WORD = "[DONE]";
const NOTHING: readonly ChatEvent[] = [];

const parseChunk = (data: string): WireAnswer => {
  let chunk: unknown;
  try {
    chunk = JSON.parse(data);
  } catch (error) {
    throw new ProviderError({ kind: "malformed", message: "The provider sent an event that is not JSON." }, error);
  }
  if (typeof chunk !== "object" || chunk === null) throw new ProviderError({ kind: "malformed", message: "The provider sent an event that is no object." });
  return chunk;
};

/** Reads `chat.completion.chunk` events. */
export const createStreamReader = (target: Target): ChatStreamReader => {
  const quirks = quirksOf(target);
  const tools = createToolCallTracker();
  let finished = false;
  let ended = false;

  const addToolCalls = (events: ChatEvent[], delta: WireMessage, answerId: string) => {
    for (const piece of delta.tool_calls ?? []) {
      const event = piece === null ? undefined : tools.read(piece, answerId);
      if (event !== undefined) events.push(event);
    }
    if (delta.function_call) {
      const event = tools.read({ index: 0, function: delta.function_call }, answerId);
      if (event !== undefined) events.push(event);
    }
  };

  const addDelta = (events: ChatEvent[], delta: WireMessage, answerId: string) => {
    const { text, reasoning } = contentOf(delta);
    if (reasoning !== "") events.push({ type: "reasoning", text: reasoning });
    if (text !== "") events.push({ type: "text", text });
    if (typeof delta.refusal === "string" && delta.refusal !== "") events.push({ type: "refusal", text: delta.refusal });
    if (delta.tool_calls || delta.function_call) addToolCalls(events, delta, answerId);
  };

  const addFinish = (events: ChatEvent[], reason: string) => {
    if (finished) return;
    const known = toFinishReason(reason, tools.any);
    if (known === "error") throw new ProviderError({ kind: "server", message: `The provider ended its answer with "${reason}".` });
    events.push(...tools.finish(), { type: "finish", reason: known });
    finished = true;
  };

  const addChoice = (events: ChatEvent[], choice: WireChoice, answerId: string) => {
    if (choice.delta) addDelta(events, choice.delta, answerId);
    if (choice.logprobs) events.push({ type: "logprobs", logprobs: choice.logprobs });
    if (isFinishReason(choice.finish_reason)) addFinish(events, choice.finish_reason);
  };

  return {
    get complete() {
      return finished;
    },
    get ended() {
      return ended;
    },
    read(data, name) {
      if (data.startsWith(LAST_WORD)) {
        ended = true;
        return NOTHING;
      }
      if (data === "") return NOTHING;
      if (name === "error") throw toStreamError(data);
      const chunk = parseChunk(data);
      if (isErrorBody(chunk)) throw toStreamError(data);
      const events: ChatEvent[] = [];
      const choice = chunk.choices?.[0];
      if (choice) addChoice(events, choice, typeof chunk.id === "string" ? chunk.id : "0");
      const usage = usageOf(chunk, quirks);
      if (usage !== undefined) events.push({ type: "usage", usage });
      return events;
    },
  };
};
