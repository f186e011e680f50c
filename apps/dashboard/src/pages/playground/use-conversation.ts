import { useCallback, useEffect, useReducer, useRef } from "react";
import { useClient } from "urql";
import { monotonicMs } from "../../clock";
import { useKept } from "../../session/use-kept";
import { type ChatSettings, toChatInput } from "./chat-input";
import { isUnderWay, nextTurns, type Question, type Turn } from "./conversation";
import { startChat } from "./start-chat";

export interface ConversationControl {
  readonly turns: readonly Turn[];
  readonly isAnswering: boolean;
  readonly ask: (settings: ChatSettings, question: Question) => void;
  readonly stop: () => void;
  readonly clear: () => void;
}

const idle = () => {};

/**
 * A conversation with a model, one answer at a time. Leaving the page stops the answer; the conversation is kept for the
 * next visit.
 */
export const useConversation = (): ConversationControl => {
  const client = useClient();
  const { before, keep } = useKept<readonly Turn[]>("conversation");
  const [turns, dispatch] = useReducer(nextTurns, before ?? [], (left) => nextTurns(left, { type: "stopped" }));
  useEffect(() => {
    keep(turns);
  }, [keep, turns]);
  const stopCurrent = useRef(idle);
  useEffect(
    () => () => {
      stopCurrent.current();
    },
    [],
  );

  const stop = useCallback(() => {
    stopCurrent.current();
    stopCurrent.current = idle;
    dispatch({ type: "stopped" });
  }, []);

  return {
    turns,
    isAnswering: turns.some(isUnderWay),
    ask(settings, question) {
      const input = toChatInput(settings, turns, question);
      dispatch({ type: "started", question, input, atMs: monotonicMs() });
      stopCurrent.current = startChat(client, input, {
        onEvent: (event) => {
          dispatch({ type: "received", event, atMs: monotonicMs() });
        },
        onRefusal: (refusal) => {
          dispatch({ type: "refused", refusal });
        },
      });
    },
    stop,
    clear() {
      stop();
      dispatch({ type: "cleared" });
    },
  };
};
