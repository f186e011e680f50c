import { assertMayCall } from "../answers/answer-failures";
import { textOf } from "../json-fields";
import type { ChatEvent } from "../spec";
import { type PartialArguments, createPartialArguments } from "./partial-arguments";
import { signatureEvent } from "./reasoning";
import type { WireAnswerPart, WireFunctionCall } from "./wire-types";

/** The function calls of one answer. */
export interface FunctionCalls {
  /** @param answerId The answer's id, from which ids are derived for calls without one. */
  read(call: WireFunctionCall, part: WireAnswerPart, answerId: () => string): ChatEvent[];
  /** Closes an open call with the arguments it has so far. */
  finish(): ChatEvent[];
  hasAny(): boolean;
}

interface OpenCall {
  readonly index: number;
  readonly args: PartialArguments;
}

/**
 * Most calls arrive complete. A call with streamed arguments begins with a part that has its name, and continues in parts
 * without one. Its arguments are passed on when they are complete, because the pieces address places in an object and
 * need not be in the order of its JSON text.
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
    // Before the call, as with other providers: Anthropic's order of blocks has no place for a signature after its call.
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
