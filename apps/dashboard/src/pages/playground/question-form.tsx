import { Button, Textarea } from "@mantine/core";
import { type KeyboardEvent, type RefObject, useState } from "react";
import styles from "./question-form.module.css";

interface QuestionFormProps {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly isAnswering: boolean;
  readonly ask: (question: string) => void;
  readonly stop: () => void;
}

/** Enter sends, Shift+Enter begins a new line, Enter of an input method's composition does neither. */
const asks = ({ key, shiftKey, nativeEvent }: KeyboardEvent): boolean =>
  key === "Enter" && !shiftKey && !nativeEvent.isComposing;

export const QuestionForm = ({ field, isAnswering, ask, stop }: QuestionFormProps) => {
  const [question, setQuestion] = useState("");
  const submit = () => {
    if (isAnswering || question.trim() === "") return;
    ask(question);
    setQuestion("");
    // The button is disabled without a question, and would lose the focus.
    field.current?.focus();
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Textarea
        ref={field}
        label="Question"
        rows={2}
        value={question}
        onChange={(event) => {
          setQuestion(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (!asks(event)) return;
          event.preventDefault();
          submit();
        }}
      />
      {isAnswering ? (
        <Button
          color="red"
          onClick={() => {
            stop();
            field.current?.focus();
          }}
        >
          Stop
        </Button>
      ) : (
        <Button type="submit" disabled={question.trim() === ""}>
          Ask
        </Button>
      )}
    </form>
  );
};
