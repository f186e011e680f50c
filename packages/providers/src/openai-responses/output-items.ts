import { assertMayCall } from "../answers/answer-failures";
import { CUSTOM_INPUT_HEAD, CUSTOM_INPUT_TAIL, toCustomInputPiece } from "@cenote/core";
import { type Fields, textOf } from "../json-fields";
import type { ChatEvent } from "../spec";
import { toReasoningDetail } from "./reasoning-detail";

/** Turns the items of one answer into events as they arrive. Texts need no item. */
export interface OutputItems {
  begin(outputIndex: number, item: Fields): ChatEvent[];
  /** Adds a piece of a call's arguments, or of the text of a custom tool call. */
  add(outputIndex: number, text: string): ChatEvent[];
  /** Adds the complete arguments or text: passes on what was not passed on before. */
  complete(outputIndex: number, text: string): ChatEvent[];
  end(outputIndex: number, item: Fields): ChatEvent[];
  /** Ends the answer. */
  close(): ChatEvent[];
  hasCalledTools(): boolean;
}

interface OpenCall {
  /** Index in our own count, from 0. The protocol's own index also counts items of other types. */
  readonly index: number;
  /** Whether it is called with free text, which becomes its arguments. */
  readonly isCustom: boolean;
  /** Number of characters that were passed on, of what the provider wrote. */
  toldCharacters: number;
  /** Whether the arguments around a text are closed. */
  isOver: boolean;
}

const CUSTOM_CALL = "custom_tool_call";
export const isCall = ({ type }: Fields): boolean => type === "function_call" || type === CUSTOM_CALL;
const writtenIn = (item: Fields): string => textOf(item[item["type"] === CUSTOM_CALL ? "input" : "arguments"]);

export const createOutputItems = (): OutputItems => {
  const calls = new Map<number, OpenCall>();
  /** Held back until the next item shows whether they belong to a tool call. */
  let reasoning: Fields[] = [];

  const takeDetails = (toolCallId?: string): ChatEvent[] => {
    if (reasoning.length === 0) return [];
    const taken = reasoning;
    reasoning = [];
    return taken.flatMap((item): ChatEvent[] => {
      const detail = toReasoningDetail(item, toolCallId);
      return detail === undefined ? [] : [{ type: "reasoning_detail", detail }];
    });
  };

  const tell = (call: OpenCall, text: string): ChatEvent[] => {
    if (text === "") return [];
    call.toldCharacters += text.length;
    const json = call.isCustom ? toCustomInputPiece(text) : text;
    return [{ type: "tool_call", index: call.index, arguments: json }];
  };

  const beginCall = (outputIndex: number, item: Fields): ChatEvent[] => {
    const index = calls.size;
    assertMayCall(index);
    const [id, written] = [textOf(item["call_id"]), writtenIn(item)];
    const isCustom = item["type"] === CUSTOM_CALL;
    calls.set(outputIndex, { index, isCustom, toldCharacters: written.length, isOver: false });
    const json = isCustom ? CUSTOM_INPUT_HEAD + toCustomInputPiece(written) : written;
    return [...takeDetails(id), { type: "tool_call", index, id, name: textOf(item["name"]), arguments: json }];
  };

  const begin = (outputIndex: number, item: Fields): ChatEvent[] => {
    if (isCall(item)) return calls.has(outputIndex) ? [] : beginCall(outputIndex, item);
    return item["type"] === "message" ? takeDetails() : [];
  };

  const add = (outputIndex: number, text: string): ChatEvent[] => {
    const call = calls.get(outputIndex);
    return call === undefined ? [] : tell(call, text);
  };

  const complete = (outputIndex: number, text: string): ChatEvent[] => {
    const call = calls.get(outputIndex);
    if (call === undefined) return [];
    const rest = tell(call, text.slice(call.toldCharacters));
    if (!call.isCustom || call.isOver) return rest;
    call.isOver = true;
    return [...rest, { type: "tool_call", index: call.index, arguments: CUSTOM_INPUT_TAIL }];
  };

  return {
    begin,
    add,
    complete,
    end(outputIndex, item) {
      if (item["type"] === "reasoning") reasoning.push(item);
      return isCall(item) ? [...begin(outputIndex, item), ...complete(outputIndex, writtenIn(item))] : [];
    },
    close() {
      // Calls without arguments get `{}`, since clients parse them.
      const empty = [...calls.values()].filter(({ toldCharacters, isCustom }) => toldCharacters === 0 && !isCustom);
      return [...takeDetails(), ...empty.flatMap((call) => tell(call, "{}"))];
    },
    hasCalledTools: () => calls.size > 0,
  };
};
