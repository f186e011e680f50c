import { Button } from "@mantine/core";
import { useRef } from "react";
import { Empty } from "../../parts/empty";
import { Section } from "../../parts/section";
import { type ChatSettings, openCalls } from "./chat-input";
import styles from "./conversation-view.module.css";
import { QuestionForm } from "./question-form";
import { TurnView } from "./turn-view";
import { useConversation } from "./use-conversation";
import { useStickToEnd } from "./use-stick-to-end";

interface ConversationProps {
  readonly settings: ChatSettings;
  /** Media types that the model accepts. */
  readonly accepted: readonly string[];
}

export const Conversation = ({ settings, accepted }: ConversationProps) => {
  const { turns, isAnswering, ask, stop, clear } = useConversation();
  const list = useStickToEnd();
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <Section
      title="Conversation"
      controls={
        turns.length === 0 ? null : (
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              clear();
              field.current?.focus();
            }}
          >
            New conversation
          </Button>
        )
      }
    >
      {turns.length === 0 ? (
        <Empty>Ask something. Each turn is a paid call with all earlier turns.</Empty>
      ) : (
        <div ref={list} className={styles.turns} role="region" aria-label="Turns" tabIndex={0}>
          {turns.map((turn) => (
            <TurnView key={turn.number} turn={turn} />
          ))}
        </div>
      )}
      <QuestionForm
        field={field}
        isAnswering={isAnswering}
        accepted={accepted}
        calls={isAnswering ? [] : openCalls(turns)}
        settings={settings}
        turns={turns}
        stop={stop}
        ask={(question) => {
          ask(settings, question);
        }}
      />
    </Section>
  );
};
