import { isFields, textOf } from "../json-fields";
import type { ChatEvent, ChatStreamReader } from "../spec";
import type { Target } from "../target";
import { contentOf } from "./content";
import { isErrorBody, toStreamError } from "../errors/openai-errors";
import { isFinishReason, toFinishReason } from "./finish";
import { quirksOf } from "./quirks";
import { type ReasoningDetails, createReasoningDetails } from "./reasoning-details";
import { createSameShape } from "./same-shape";
import { type ToolCallTracker, createToolCallTracker } from "./tool-calls";
import { usageOf } from "./usage";
import type { WireAnswer, WireChoice, WireMessage } from "./wire-types";
import { parseEvent } from "../wire/parse-event";

const LAST_WORD = "[DONE]";
const NOTHING: readonly ChatEvent[] = [];

/** Reads `chat.completion.chunk` events. */
export const createStreamReader = (target: Target): ChatStreamReader => {
  const quirks = quirksOf(target);
  const sameShape = createSameShape();
  let tools: ToolCallTracker | undefined;
  let details: ReasoningDetails | undefined;
  /** Whether the current event had a reasoning detail. Its shape is then not learned, since details must be read. */
  let toldDetail = false;
  /** Index of the first choice. Only one is requested, so pieces of other choices are ignored. */
  let answerIndex: number | undefined;

  const isOther = ({ index }: WireChoice): boolean => typeof index === "number" && index !== (answerIndex ??= index);

  const addToolCalls = (events: ChatEvent[], delta: WireMessage, answerId: string) => {
    const pieces = delta.tool_calls ?? (delta.function_call ? [{ index: 0, function: delta.function_call }] : []);
    for (const piece of pieces) {
      if (piece === null) continue;
      tools ??= createToolCallTracker();
      const event = tools.read(piece, answerId);
      if (event !== undefined) events.push(event);
    }
  };

  const addDelta = (events: ChatEvent[], delta: WireMessage, answerId: string) => {
    if (quirks.reasoningDetails && delta.reasoning_details !== undefined)
      toldDetail = (details ??= createReasoningDetails()).add(delta.reasoning_details);
    const { text, reasoning } = contentOf(delta);
    if (reasoning !== "") events.push({ type: "reasoning", text: reasoning });
    if (text !== "") events.push({ type: "text", text });
    const refusal = textOf(delta.refusal);
    if (refusal !== "") events.push({ type: "refusal", text: refusal });
    if (delta.tool_calls || delta.function_call) addToolCalls(events, delta, answerId);
  };

  const addFinish = (events: ChatEvent[], reason: string) => {
    if (reader.complete) return;
    const known = toFinishReason(reason, tools !== undefined);
    if (tools !== undefined) events.push(...tools.finish());
    for (const detail of details?.all() ?? []) events.push({ type: "reasoning_detail", detail });
    events.push({ type: "finish", reason: known });
    reader.complete = true;
  };

  const addChoice = (events: ChatEvent[], choice: WireChoice, answerId: string) => {
    if (choice.delta) addDelta(events, choice.delta, answerId);
    if (isFields(choice.logprobs)) events.push({ type: "logprobs", logprobs: choice.logprobs });
    if (isFinishReason(choice.finish_reason)) addFinish(events, choice.finish_reason);
  };

  const reader = {
    complete: false,
    ended: false,
    read(data: string, name: string): readonly ChatEvent[] {
      if (data.startsWith(LAST_WORD)) {
        reader.ended = true;
        return NOTHING;
      }
      if (data === "") return NOTHING;
      if (name === "error") throw toStreamError(data);
      const repeated = sameShape.read(data);
      if (repeated !== undefined) return [repeated];
      const chunk = parseEvent(data) as WireAnswer;
      if (isErrorBody(chunk)) throw toStreamError(data);
      const events: ChatEvent[] = [];
      toldDetail = false;
      const choice = chunk.choices?.[0];
      if (choice && !isOther(choice)) addChoice(events, choice, textOf(chunk.id) || "0");
      const usage = usageOf(chunk, quirks);
      if (usage !== undefined) events.push({ type: "usage", usage });
      const [only] = events;
      if (!toldDetail && events.length === 1 && (only?.type === "text" || only?.type === "reasoning"))
        sameShape.learn(data, only);
      return events;
    },
  };
  return reader;
};
