import { Button, Input, TextInput } from "@mantine/core";
import { useId, useMemo, useRef } from "react";
import { useQueryWithRetry } from "../../api/use-query-with-retry";
import { ModelIdsDocument } from "../../generated/operations";
import { addModels } from "./key-restrictions";
import { suggestModels, unknownModels } from "../../format/model-patterns";
import styles from "./models-field.module.css";

interface ModelsFieldProps {
  readonly models: readonly string[];
  /** Typed but not added yet. */
  readonly next: string;
  readonly change: (fields: { readonly models: readonly string[]; readonly nextModels: string }) => void;
  readonly fault: string | undefined;
}

const NONE: readonly never[] = [];

/** A list of models, chosen from suggestions or typed. */
export const ModelsField = ({ models, next, change, fault }: ModelsFieldProps) => {
  const { data } = useQueryWithRetry({ query: ModelIdsDocument });
  const known = data?.models ?? NONE;
  const suggested = useMemo(() => suggestModels(known.map(({ id }) => id)), [known]);
  const unknown = known.length === 0 ? NONE : unknownModels(models, suggested);
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const add = () => {
    change({ models: addModels(models, next), nextModels: "" });
    input.current?.focus();
  };
  return (
    <div className={styles.field}>
      <div className={styles.next}>
        <TextInput
          ref={input}
          className={styles.input}
          label="Models"
          description="openai/* is all of a provider’s. Empty: every model."
          placeholder="openai/*"
          list={listId}
          value={next}
          error={fault}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            change({ models, nextModels: event.currentTarget.value });
          }}
          onKeyDown={(event) => {
            // Enter adds a typed model instead of submitting the form.
            if (event.key !== "Enter" || next.trim() === "") return;
            event.preventDefault();
            add();
          }}
        />
        <Button variant="default" disabled={next.trim() === ""} onClick={add}>
          Add model
        </Button>
      </div>
      <datalist id={listId}>
        {suggested
          .filter((id) => !models.includes(id))
          .map((id) => (
            <option key={id} value={id}>
              {id}
            </option>
          ))}
      </datalist>
      {models.length === 0 ? null : (
        <ul className={styles.list} aria-label="Models it may use">
          {models.map((id) => (
            <li key={id}>
              {id}
              <button
                type="button"
                aria-label={`Remove ${id}`}
                onClick={() => {
                  change({ models: models.filter((one) => one !== id), nextModels: next });
                  input.current?.focus();
                }}
              >
                ✕
              </button>
            </li>
          ))}
        </ul>
      )}
      {unknown.length === 0 ? null : (
        <Input.Description role="status" className={styles.unknown}>
          No model here is called {unknown.join(", ")}.
        </Input.Description>
      )}
    </div>
  );
};
