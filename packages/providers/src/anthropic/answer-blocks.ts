import { GrowingText } from "@cenote/core";
import { assertMayCall } from "../answers/answer-failures";
import { textOf } from "../json-fields";
import type { ChatEvent, ReasoningDetail } from "../spec";
import { encryptedDetail, signedDetail } from "./reasoning-detail";
import { ANSWER_TOOL } from "./response-format";
import type { WireBlock, WireDelta } from "./wire-types";

/** Turns the blocks of one answer into events as they arrive. */
export interface AnswerBlocks {
  start(index: number, block: WireBlock): ChatEvent[];
  delta(index: number, delta: WireDelta): ChatEvent[];
  stop(index: number): ChatEvent[];
  /** A thinking delta that was read elsewhere. */
  thought(text: string): void;
  /** Ends open blocks at the end of the answer. */
  close(): ChatEvent[];
  /** Whether the model called one of the caller's tools. */
  hasCalledTools(): boolean;
}

/** A tool call that is not yet complete. */
interface OpenCall {
  /** Counts only tool calls, from 0. The protocol counts blocks of all types. -1: the tool that carries the answer. */
  readonly index: number;
  /** Some providers send the complete input at the beginning of the block. */
  readonly input: unknown;
  hasArguments: boolean;
}

/** Longer thinking is passed on as text, without its detail, so it can't be sent back. */
const MAX_DETAIL_CHARACTERS = 4 * 1024 * 1024;
const ANSWER_INDEX = -1;

const isEmpty = (value: unknown): boolean =>
  typeof value !== "object" || value === null || Object.keys(value).length === 0;

const newThinking = (signature = "") => ({ text: new GrowingText(), signature: new GrowingText(signature) });

export const createAnswerBlocks = (): AnswerBlocks => {
  const calls = new Map<number, OpenCall>();
  let callCount = 0;
  let thinking: { readonly text: GrowingText; readonly signature: GrowingText } | undefined;
  /** Held back until the next block tells whether they belong to a tool call. */
  let details: ((toolCallId?: string) => ReasoningDetail)[] = [];

  const takeDetails = (toolCallId?: string): ChatEvent[] => {
    if (details.length === 0) return [];
    const taken = details;
    details = [];
    return taken.map((toDetail) => ({ type: "reasoning_detail", detail: toDetail(toolCallId) }));
  };

  const endThinking = () => {
    if (thinking === undefined) return;
    const { text, signature } = thinking;
    thinking = undefined;
    if (signature.length > 0 && text.length <= MAX_DETAIL_CHARACTERS)
      details.push((toolCallId) => signedDetail(text.whole(), signature.whole(), toolCallId));
  };

  const tellArguments = ({ index }: OpenCall, json: string): ChatEvent =>
    index === ANSWER_INDEX ? { type: "text", text: json } : { type: "tool_call", index, arguments: json };

  const thought = (text: string) => {
    thinking ??= newThinking();
    thinking.text.add(text);
  };

  const think = (text: string): ChatEvent[] => {
    thought(text);
    return text === "" ? [] : [{ type: "reasoning", text }];
  };

  const startCall = (index: number, block: WireBlock): ChatEvent[] => {
    assertMayCall(callCount);
    const answers = block.name === ANSWER_TOOL;
    const id = textOf(block.id) || `toolu_${callCount}`;
    const call = { index: answers ? ANSWER_INDEX : callCount, input: block.input, hasArguments: false };
    calls.set(index, call);
    if (answers) return takeDetails();
    callCount += 1;
    return [...takeDetails(id), { type: "tool_call", index: call.index, id, name: textOf(block.name), arguments: "" }];
  };

  const endCall = (index: number): ChatEvent[] => {
    const call = calls.get(index);
    calls.delete(index);
    // Calls without arguments get `{}`, since clients parse them.
    return call === undefined || call.hasArguments
      ? []
      : [tellArguments(call, isEmpty(call.input) ? "{}" : JSON.stringify(call.input))];
  };

  const addArguments = (index: number, json: string): ChatEvent[] => {
    const call = calls.get(index);
    if (call === undefined || json === "") return [];
    call.hasArguments = true;
    return [tellArguments(call, json)];
  };

  return {
    thought,
    start(index, block) {
      endThinking();
      switch (block.type) {
        case "thinking":
          thinking = newThinking(textOf(block.signature));
          return think(textOf(block.thinking));
        case "redacted_thinking":
          details.push((toolCallId) => encryptedDetail(textOf(block.data), toolCallId));
          return [];
        case "tool_use":
          return startCall(index, block);
        case "text": {
          const text = textOf(block.text);
          return text === "" ? takeDetails() : [...takeDetails(), { type: "text", text }];
        }
        default:
          return [];
      }
    },
    delta(index, delta) {
      switch (delta.type) {
        case "text_delta": {
          const text = textOf(delta.text);
          return text === "" ? [] : [{ type: "text", text }];
        }
        case "thinking_delta":
          return think(textOf(delta.thinking));
        case "signature_delta":
          thinking ??= newThinking();
          thinking.signature.add(textOf(delta.signature));
          return [];
        case "input_json_delta":
          return addArguments(index, textOf(delta.partial_json));
        default:
          return [];
      }
    },
    stop(index) {
      endThinking();
      return endCall(index);
    },
    close() {
      endThinking();
      return [...takeDetails(), ...[...calls.keys()].flatMap(endCall)];
    },
    hasCalledTools: () => callCount > 0,
  };
};
