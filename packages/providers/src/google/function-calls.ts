import { assertMayCall } from "../answers/answer-failures";
import { textOf } from "../json-fields";
import type { ChatEvent } from "../spec";
import { type PartialArguments, createPartialArguments } from "./partial-arguments";
import { signatureEvent } from "./reasoning";
import type { WireAnswerPart, WireFunctionCall } from "./wire-types";

/** The function calls of one answer. */
export interface FunctionCalls {
  /** @param answerId Of the answer: a call that comes without an id is named after it. */
  read(call: WireFunctionCall, part: WireAnswerPart, answerId: () => string): ChatEvent[];
  /** What is left open is told as far as it came. */
  finish(): ChatEvent[];
  hasAny(): boolean;
}

interface OpenCall {
  readonly index: number;
  readonly args: PartialArguments;
}

/**
 * Most calls come whole. Those whose arguments are streamed open with their name, go on in parts without one, and are
 * told when they are whole: the pieces say where in an object they belong, which is no order a text could be made in.
 */
export const createFunctionCalls = (): FunctionCalls => {
  let count = 0;
  let open: OpenCall | undefined;

  const close = (): ChatEvent[] => {
    if (open === undefined) return [];
    const { index, args } = open;
    open = undefined;
    return [{ type: "tool_call", index, arguments: args.json() }];
  };

  const begin = (call: WireFunctionCall, name: string, part: WireAnswerPart, answerId: () => string): ChatEvent[] => {
    assertMayCall(count);
    const events = close();
    const index = count;
    count += 1;
    const id = textOf(call.id) || `call_${answerId()}_${index}`;
    const streamed = call.partialArgs !== undefined || call.willContinue === true;
    // Before the call, as other providers tell it: what is told after a call has no place in Anthropic's order of blocks.
    const signature = textOf(part.thoughtSignature);
    if (signature !== "") events.push(signatureEvent(signature, id));
    events.push({ type: "tool_call", index, id, name, arguments: streamed ? "" : JSON.stringify(call.args ?? {}) });
    if (streamed) open = { index, args: createPartialArguments() };
    return events;
  };

  return {
    read(call, part, answerId) {
      const name = textOf(call.name);
      const events = name === "" ? [] : begin(call, name, part, answerId);
      for (const piece of call.partialArgs ?? []) if (piece !== null) open?.args.add(piece);
      if (call.willContinue !== true) events.push(...close());
      return events;
    },
    finish: close,
    hasAny: () => count > 0,
  };
};
