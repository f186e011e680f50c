import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { useMutation } from "urql";
import { refusalOf } from "../../api/refusal";
import { CreateApiKeyDocument } from "../../generated/operations";
import { Failure } from "../../parts/failure";
import type { CreatedKey } from "./api-key";
import styles from "./create-key.module.css";
import { NO_LIMITS, toLimits } from "./key-limits";
import { KEY_NAME_LIMIT, LimitsForm } from "./limits-form";

export const CreateKey = ({ created }: { readonly created: (key: CreatedKey) => void }) => {
  const [name, setName] = useState("");
  const [limits, setLimits] = useState(NO_LIMITS);
  const [{ fetching, error }, create] = useMutation(CreateApiKeyDocument);
  const submit = async () => {
    const { data } = await create({ name: name.trim(), limits: toLimits(limits) });
    const key = data?.createApiKey ?? undefined;
    if (key === undefined) return;
    setName("");
    setLimits(NO_LIMITS);
    created(key);
  };
  return (
    <>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <TextInput
          className={styles.wide}
          label="Name"
          description="What it is for, to tell it from others."
          value={name}
          required
          maxLength={KEY_NAME_LIMIT}
          autoComplete="off"
          onChange={(event) => {
            setName(event.currentTarget.value);
          }}
        />
        <LimitsForm fields={limits} change={setLimits} />
        <div className={styles.wide}>
          <Button type="submit" loading={fetching} disabled={name.trim() === ""}>
            Make key
          </Button>
        </div>
      </form>
      {error === undefined ? null : <Failure refusal={refusalOf(error)} />}
    </>
  );
};
