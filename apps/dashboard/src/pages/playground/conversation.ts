import type { Refusal } from "../../api/refusal";
import type { ChatInput, ChatSubscription } from "../../generated/operations";
import type { ChatFile } from "./chat-files";

export type ChatEvent = ChatSubscription["chatTokens"];
type ChatFinished = Extract<ChatEvent, { readonly __typename: "ChatFinished" }>;

/** A function call that the model requests. */
export interface ToolCall {
  readonly index: number;
  readonly id: string;
  readonly name: string;
  /** JSON text, as far as it has arrived. */
  readonly arguments: string;
}

/** A question of the user. */
export interface Question {
  readonly text: string;
  readonly files: readonly ChatFile[];
  /** Results of the previous answer's tool calls, in their order. */
  readonly results: readonly string[];
}

/** A question and its answer. */
export interface Turn {
  /** Position in the conversation, from 1. */
  readonly number: number;
  readonly question: Question;
  /** The call that asked it. */
  readonly input: ChatInput;
  readonly answer: string;
  /** The reasoning that the provider returns. */
  readonly reasoning: string;
  readonly toolCalls: readonly ToolCall[];
  readonly state: "waiting" | "typing" | "whole" | "stopped" | "failed";
  readonly startedMs: number;
  /** Milliseconds until the first token. */
  readonly firstTokenMs?: number;
  readonly requestId?: string;
  /** Fields that the model can't honour and that were left out. */
  readonly droppedFields?: readonly string[];
  readonly finished?: ChatFinished;
  readonly refusal?: Refusal;
}

export type ConversationEvent =
  | { readonly type: "started"; readonly question: Question; readonly input: ChatInput; readonly atMs: number }
  | { readonly type: "received"; readonly event: ChatEvent; readonly atMs: number }
  | { readonly type: "stopped" }
  | { readonly type: "refused"; readonly refusal: Refusal }
  | { readonly type: "cleared" };

export const isUnderWay = ({ state }: Pick<Turn, "state">): boolean => state === "waiting" || state === "typing";

type ToolCallDelta = Extract<ChatEvent, { readonly __typename: "ChatToolCallDelta" }>;

const addToolCall = (
  calls: readonly ToolCall[],
  { index, id, name, arguments: more }: ToolCallDelta,
): readonly ToolCall[] =>
  calls.some((call) => call.index === index)
    ? calls.map((call) => (call.index === index ? { ...call, arguments: call.arguments + more } : call))
    : [...calls, { index, id: id ?? "", name: name ?? "", arguments: more }];

const applyEvent = (turn: Turn, event: ChatEvent, atMs: number): Turn => {
  switch (event.__typename) {
    case "ChatStarted":
      return { ...turn, state: "typing", requestId: event.requestId, droppedFields: event.droppedFields };
    case "ChatDelta":
      return {
        ...turn,
        state: "typing",
        firstTokenMs: turn.firstTokenMs ?? atMs - turn.startedMs,
        answer: turn.answer + (event.content ?? event.refusal ?? ""),
        reasoning: turn.reasoning + (event.reasoning ?? ""),
      };
    case "ChatFinished":
      return { ...turn, state: "whole", finished: event };
    case "ChatFailed":
      return { ...turn, state: "failed", requestId: event.requestId, refusal: event };
    case "ChatToolCallDelta":
      return {
        ...turn,
        state: "typing",
        firstTokenMs: turn.firstTokenMs ?? atMs - turn.startedMs,
        toolCalls: addToolCall(turn.toolCalls, event),
      };
  }
};

const changeLast = (turns: readonly Turn[], change: (turn: Turn) => Turn): readonly Turn[] => {
  const last = turns.at(-1);
  // Events after the end of an answer, or after `cleared`, are ignored.
  return last === undefined || !isUnderWay(last) ? turns : [...turns.slice(0, -1), change(last)];
};

/** The conversation after an event. */
export const nextTurns = (turns: readonly Turn[], event: ConversationEvent): readonly Turn[] => {
  switch (event.type) {
    case "started":
      return [
        ...turns,
        {
          number: turns.length + 1,
          question: event.question,
          input: event.input,
          answer: "",
          reasoning: "",
          toolCalls: [],
          state: "waiting",
          startedMs: event.atMs,
        },
      ];
    case "received":
      return changeLast(turns, (turn) => applyEvent(turn, event.event, event.atMs));
    case "stopped":
      return changeLast(turns, (turn) => ({ ...turn, state: "stopped" }));
    case "refused":
      return changeLast(turns, (turn) => ({ ...turn, state: "failed", refusal: event.refusal }));
    case "cleared":
      return [];
  }
};
