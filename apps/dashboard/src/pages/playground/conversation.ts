import type { Refusal } from "../../api/refusal";
import type { ChatSubscription } from "../../generated/operations";

export type ChatEvent = ChatSubscription["chatTokens"];
type ChatFinished = Extract<ChatEvent, { readonly __typename: "ChatFinished" }>;

/** A question and what came of it. */
export interface Turn {
  /** Counts the turns of a conversation. */
  readonly number: number;
  readonly question: string;
  readonly answer: string;
  /** What the model told of its way to the answer. */
  readonly reasoning: string;
  readonly state: "waiting" | "typing" | "whole" | "stopped" | "failed";
  readonly askedMs: number;
  /** Milliseconds until the first of it came. */
  readonly firstTokenMs?: number;
  readonly requestId?: string;
  /** Settings the model can't honour, and that were left out. */
  readonly droppedFields?: readonly string[];
  readonly finished?: ChatFinished;
  readonly refusal?: Refusal;
}

export type ConversationEvent =
  | { readonly type: "asked"; readonly question: string; readonly atMs: number }
  | { readonly type: "heard"; readonly event: ChatEvent; readonly atMs: number }
  | { readonly type: "stopped" }
  | { readonly type: "refused"; readonly refusal: Refusal }
  | { readonly type: "cleared" };

export const isUnderWay = ({ state }: Pick<Turn, "state">): boolean => state === "waiting" || state === "typing";

const hear = (turn: Turn, event: ChatEvent, atMs: number): Turn => {
  switch (event.__typename) {
    case "ChatStarted":
      return { ...turn, state: "typing", requestId: event.requestId, droppedFields: event.droppedFields };
    case "ChatDelta":
      return {
        ...turn,
        state: "typing",
        firstTokenMs: turn.firstTokenMs ?? atMs - turn.askedMs,
        answer: turn.answer + (event.content ?? event.refusal ?? ""),
        reasoning: turn.reasoning + (event.reasoning ?? ""),
      };
    case "ChatFinished":
      return { ...turn, state: "whole", finished: event };
    case "ChatFailed":
      return { ...turn, state: "failed", requestId: event.requestId, refusal: event };
    case "ChatToolCallDelta":
      return turn;
  }
};

const changeLast = (turns: readonly Turn[], change: (turn: Turn) => Turn): readonly Turn[] => {
  const last = turns.at(-1);
  // What comes when an answer is over, or was cleared away, is not part of it.
  return last === undefined || !isUnderWay(last) ? turns : [...turns.slice(0, -1), change(last)];
};

/** The conversation after what happened. */
export const nextTurns = (turns: readonly Turn[], happened: ConversationEvent): readonly Turn[] => {
  switch (happened.type) {
    case "asked":
      return [
        ...turns,
        {
          number: turns.length + 1,
          question: happened.question,
          answer: "",
          reasoning: "",
          state: "waiting",
          askedMs: happened.atMs,
        },
      ];
    case "heard":
      return changeLast(turns, (turn) => hear(turn, happened.event, happened.atMs));
    case "stopped":
      return changeLast(turns, (turn) => ({ ...turn, state: "stopped" }));
    case "refused":
      return changeLast(turns, (turn) => ({ ...turn, state: "failed", refusal: happened.refusal }));
    case "cleared":
      return [];
  }
};
