import { type Fields, textOf } from "../json-fields";
import { type ChatEvent, ProviderError } from "../spec";
import { toReasoningDetail } from "./reasoning-detail";

/** Items of one answer as they come, told as events. Texts are told without them. */
export interface OutputItems {
  begin(outputIndex: number, item: Fields): ChatEvent[];
  /** A piece of a call's arguments. */
  add(outputIndex: number, json: string): ChatEvent[];
  /** The arguments of a call as a whole: tells what of them was not told. */
  complete(outputIndex: number, json: string): ChatEvent[];
  end(outputIndex: number, item: Fields): ChatEvent[];
  /** The answer is over. */
  close(): ChatEvent[];
  hasCalledTools(): boolean;
}

interface OpenCall {
  /** Our count, from 0: items of other types count in the protocol's. */
  readonly index: number;
  toldCharacters: number;
}

/** Calls in one answer. */
const MAX_CALLS = 1_000;

export const createOutputItems = (): OutputItems => {
  const calls = new Map<number, OpenCall>();
  /** Held back until the next item tells whether they belong to a tool call. */
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

  const tell = (call: OpenCall, json: string): ChatEvent[] => {
    if (json === "") return [];
    call.toldCharacters += json.length;
    return [{ type: "tool_call", index: call.index, arguments: json }];
  };

  const beginCall = (outputIndex: number, item: Fields): ChatEvent[] => {
    const index = calls.size;
    if (index === MAX_CALLS)
      throw new ProviderError({ kind: "malformed", message: `The provider sent more than ${MAX_CALLS} tool calls.` });
    const [id, json] = [textOf(item["call_id"]), textOf(item["arguments"])];
    calls.set(outputIndex, { index, toldCharacters: json.length });
    return [...takeDetails(id), { type: "tool_call", index, id, name: textOf(item["name"]), arguments: json }];
  };

  const begin = (outputIndex: number, item: Fields): ChatEvent[] => {
    if (item["type"] === "function_call") return calls.has(outputIndex) ? [] : beginCall(outputIndex, item);
    return item["type"] === "message" ? takeDetails() : [];
  };

  const add = (outputIndex: number, json: string): ChatEvent[] => {
    const call = calls.get(outputIndex);
    return call === undefined ? [] : tell(call, json);
  };

  const complete = (outputIndex: number, json: string): ChatEvent[] =>
    add(outputIndex, json.slice(calls.get(outputIndex)?.toldCharacters));

  return {
    begin,
    add,
    complete,
    end(outputIndex, item) {
      if (item["type"] === "reasoning") reasoning.push(item);
      return item["type"] === "function_call"
        ? [...begin(outputIndex, item), ...complete(outputIndex, textOf(item["arguments"]))]
        : [];
    },
    close() {
      // Calls that brought no arguments get `{}`: a client parses them.
      const empty = [...calls.values()].filter(({ toldCharacters }) => toldCharacters === 0);
      return [...takeDetails(), ...empty.flatMap((call) => tell(call, "{}"))];
    },
    hasCalledTools: () => calls.size > 0,
  };
};
