import { GrowingText } from "@cenote/core";
import { assertMayCall } from "../answers/answer-failures";
import { textOf } from "../json-fields";
import type { ChatEvent } from "../spec";
import { argumentsOf } from "./content";
import { WholeObject } from "./whole-object";
import type { WireToolCall } from "./wire-types";

type ToolCallEvent = Extract<ChatEvent, { type: "tool_call" }>;

/** Assigns the pieces of streamed tool calls to their calls. Each answer has its own tracker. */
export interface ToolCallTracker {
  /** @param answerId The answer's id, from which ids are derived for calls without one. */
  read(delta: WireToolCall, answerId: string): ToolCallEvent | undefined;
  /** Gives `{}` to calls without arguments, since clients parse them. Passes on calls without a name. */
  finish(): ToolCallEvent[];
}

interface OpenCall {
  /** Index in our own count, from 0. */
  readonly index: number;
  readonly wireIndex: number | undefined;
  readonly wireId: string;
  readonly id: string;
  /** Empty until it arrives. Until then the call is not passed on. */
  name: string;
  /** The arguments so far, as JSON text. */
  readonly arguments: GrowingText;
  readonly written: WholeObject;
}

/** Whether the arguments are complete, so that the piece begins another object. */
const followsWhole = ({ written }: OpenCall, piece: string): boolean =>
  written.isWhole && piece.trimStart().startsWith("{");

/**
 * OpenAI numbers calls and sends id and name once. Other providers send no number, number every call 0, repeat id and
 * name with every piece, send a new id with every piece, or send the name after the id. So a piece opens a call if its
 * number or id is new and it names a function. Otherwise it continues the call that it names, or the last one.
 */
export const createToolCallTracker = (): ToolCallTracker => {
  const calls: OpenCall[] = [];

  const current = (wireIndex: number | undefined, wireId: string): OpenCall | undefined => {
    if (wireIndex !== undefined) return calls.findLast((call) => call.wireIndex === wireIndex);
    return (wireId === "" ? undefined : calls.findLast((call) => call.wireId === wireId)) ?? calls.at(-1);
  };

  const opensCall = (
    call: OpenCall,
    wireIndex: number | undefined,
    piece: { wireId: string; name: string; json: string },
  ): boolean => {
    if (piece.name === "") return false;
    if (piece.wireId !== "") return piece.wireId !== call.wireId;
    if (call.name === "") return false;
    // Neither number nor id: such providers send each call complete.
    if (wireIndex === undefined || piece.name !== call.name) return true;
    // No id, and all calls are numbered 0: nothing can follow complete arguments.
    return followsWhole(call, piece.json);
  };

  const open = (wireIndex: number | undefined, wireId: string, answerId: string): OpenCall => {
    const index = calls.length;
    assertMayCall(index);
    const id = wireId === "" ? `call_${answerId}_${index}` : wireId;
    const call = { index, wireIndex, wireId, id, name: "", arguments: new GrowingText(), written: new WholeObject() };
    calls.push(call);
    return call;
  };

  return {
    read(delta, answerId) {
      const wireIndex = typeof delta.index === "number" ? delta.index : undefined;
      const wireId = textOf(delta.id);
      const name = textOf(delta.function?.name);
      const json = argumentsOf(delta.function);
      const last = current(wireIndex, wireId);
      const call =
        last === undefined || opensCall(last, wireIndex, { wireId, name, json })
          ? open(wireIndex, wireId, answerId)
          : last;
      const { index, id } = call;
      call.arguments.add(json);
      call.written.add(json);
      if (call.name !== "") return json === "" ? undefined : { type: "tool_call", index, arguments: json };
      call.name = name;
      return name === "" ? undefined : { type: "tool_call", index, id, name, arguments: call.arguments.whole() };
    },

    finish: () =>
      calls.flatMap(({ index, id, name, arguments: all }): ToolCallEvent[] => {
        const json = all.whole();
        if (name === "") return [{ type: "tool_call", index, id, name, arguments: json || "{}" }];
        return json === "" ? [{ type: "tool_call", index, arguments: "{}" }] : [];
      }),
  };
};
