import { Button, Textarea } from "@mantine/core";
import { type KeyboardEvent, type RefObject, useId, useMemo, useRef, useState } from "react";
import { type ChatFile, faultOfFiles } from "./chat-files";
import type { ChatSettings } from "./chat-input";
import { ChatPrice } from "./chat-price";
import type { Question, ToolCall, Turn } from "./conversation";
import styles from "./question-form.module.css";
import { readFile } from "./read-file";

interface QuestionFormProps {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly isAnswering: boolean;
  /** Media types that the model accepts. */
  readonly accepted: readonly string[];
  /** Tool calls whose results can be given. */
  readonly calls: readonly ToolCall[];
  readonly settings: ChatSettings;
  /** The conversation so far. */
  readonly turns: readonly Turn[];
  readonly ask: (question: Question) => void;
  readonly stop: () => void;
}

const NO_FILES: readonly ChatFile[] = [];
const NO_RESULTS: Readonly<Record<string, string>> = {};

/** Enter sends. Shift+Enter starts a new line. Enter that ends an input method's composition does neither. */
const asks = ({ key, shiftKey, nativeEvent }: KeyboardEvent): boolean =>
  key === "Enter" && !shiftKey && !nativeEvent.isComposing;

export const QuestionForm = ({
  field,
  isAnswering,
  accepted,
  calls,
  settings,
  turns,
  ask,
  stop,
}: QuestionFormProps) => {
  const [text, setText] = useState("");
  const [files, setFiles] = useState(NO_FILES);
  // By tool call id.
  const [typed, setTyped] = useState(NO_RESULTS);
  const [unread, setUnread] = useState<string>();
  const dialog = useRef<HTMLInputElement>(null);
  const fault = faultOfFiles(
    files,
    accepted,
    turns.flatMap(({ question: { files: sent } }) => sent),
  );
  // A file that could not be read is not sent, so the question can be asked without it.
  const alert = unread ?? fault;
  const priceId = useId();
  const question = useMemo((): Question | undefined => {
    const results = calls.map(({ id }) => typed[id] ?? "");
    const isEmpty = text.trim() === "" && results.every((result) => result.trim() === "");
    if (isAnswering || fault !== undefined || isEmpty) return undefined;
    return { text: text.trim() === "" ? "" : text, files, results };
  }, [isAnswering, fault, text, files, typed, calls]);
  const submit = () => {
    if (question === undefined) return;
    ask(question);
    setUnread(undefined);
    setText("");
    setTyped(NO_RESULTS);
    setFiles(NO_FILES);
    // The button is disabled without a question, and would lose the focus.
    field.current?.focus();
  };
  const add = async (chosen: readonly File[]) => {
    try {
      const read = await Promise.all(chosen.map(readFile));
      setFiles((before) => [...before, ...read]);
      setUnread(undefined);
    } catch (error) {
      setUnread(error instanceof Error ? error.message : String(error));
    }
    field.current?.focus();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {calls.map(({ id, name }) => (
        <Textarea
          key={id}
          className={styles.result}
          classNames={{ input: "mono" }}
          label={`Result of ${name}`}
          rows={2}
          spellCheck={false}
          value={typed[id] ?? ""}
          onChange={(event) => {
            setTyped({ ...typed, [id]: event.currentTarget.value });
          }}
        />
      ))}
      <div className={styles.form}>
        <Textarea
          ref={field}
          label="Question"
          description={calls.length === 0 ? null : "Not needed: the results alone can be sent."}
          rows={2}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
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
          <Button type="submit" disabled={question === undefined} aria-describedby={priceId}>
            Ask
          </Button>
        )}
      </div>
      <ChatPrice id={priceId} settings={settings} turns={turns} question={question} />
      {accepted.length === 0 && files.length === 0 ? null : (
        <div className={styles.files}>
          {files.map(({ name }, index) => (
            <Button
              // Two files may have the same name.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              className={styles.file}
              size="compact-sm"
              variant="light"
              aria-label={`Remove ${name}`}
              onClick={() => {
                setFiles(files.filter((_file, other) => other !== index));
                field.current?.focus();
              }}
            >
              <bdi>{name}</bdi> ✕
            </Button>
          ))}
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              dialog.current?.click();
            }}
          >
            Add{" "}
            {accepted.length === 1
              ? "a PDF file"
              : accepted.includes("application/pdf")
                ? "images, PDF files"
                : "images"}
          </Button>
          <input
            ref={dialog}
            type="file"
            hidden
            multiple
            aria-label="Files"
            accept={accepted.join(",")}
            onChange={({ currentTarget }) => {
              void add([...(currentTarget.files ?? [])]);
              // Allows the same file to be chosen again.
              currentTarget.value = "";
            }}
          />
        </div>
      )}
      {alert === undefined ? null : (
        <p role="alert" className={styles.fault}>
          {alert}
        </p>
      )}
    </form>
  );
};
