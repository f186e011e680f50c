import { Button, Textarea } from "@mantine/core";
import { type ComponentProps, type ReactNode, useId } from "react";
import type { Refusal } from "../api/refusal";
import { ExactPrice } from "./exact-price";
import { Failure } from "./failure";
import styles from "./making-form.module.css";
import { Select } from "./select";

interface MakingFormProps {
  readonly models: readonly { readonly id: string }[];
  /** Id of the chosen model. */
  readonly modelId: string;
  readonly chooseModel: (id: string) => void;
  /** Further fields, between model and prompt. */
  readonly children: ReactNode;
  readonly prompt: string;
  readonly write: (prompt: string) => void;
  readonly price: Omit<ComponentProps<typeof ExactPrice>, "id">;
  /** The button's text. */
  readonly action: string;
  readonly isMaking: boolean;
  readonly refusal: Refusal | undefined;
  readonly make: () => Promise<void>;
}

const PROMPT_LIMIT = 4000;

/** A form that creates something from a prompt, at a price that is known before. */
export const MakingForm = ({
  models,
  modelId,
  chooseModel,
  children,
  prompt,
  write,
  price,
  action,
  isMaking,
  refusal,
  make,
}: MakingFormProps) => {
  const priceId = useId();
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
    >
      <Select
        label="Model"
        value={modelId}
        options={models.map(({ id }) => ({ value: id, label: id }))}
        choose={chooseModel}
      />
      {children}
      <Textarea
        className={styles.wide}
        label="Prompt"
        rows={3}
        maxLength={PROMPT_LIMIT}
        required
        value={prompt}
        onChange={(event) => {
          write(event.currentTarget.value);
        }}
      />
      <div className={styles.actions}>
        <Button type="submit" loading={isMaking} disabled={prompt.trim() === ""} aria-describedby={priceId}>
          {action}
        </Button>
        <ExactPrice id={priceId} {...price} />
      </div>
      {refusal === undefined ? null : (
        <div className={styles.wide}>
          <Failure refusal={refusal} />
        </div>
      )}
    </form>
  );
};
