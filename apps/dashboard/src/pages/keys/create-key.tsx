import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { useMutation } from "urql";
import { refusalOf } from "../../api/refusal";
import { CreateApiKeyDocument } from "../../generated/operations";
import { Failure } from "../../parts/failure";
import type { CreatedKey } from "./api-key";
import styles from "./create-key.module.css";

const NAME_LIMIT = 100;

export const CreateKey = ({ created }: { readonly created: (key: CreatedKey) => void }) => {
  const [name, setName] = useState("");
  const [{ fetching, error }, create] = useMutation(CreateApiKeyDocument);
  const submit = async () => {
    const { data } = await create({ name: name.trim() });
    if (data === undefined) return;
    setName("");
    created(data.createApiKey);
  };
  return (
    <>
      <form className={styles.form} onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}>
        <TextInput label="Name" description="What it is for, to tell it from others." value={name} required maxLength={NAME_LIMIT} autoComplete="off" onChange={(event) => { setName(event.currentTarget.value); }} />
        <Button type="submit" loading={fetching} disabled={name.trim() === ""}>Make key</Button>
      </form>
      {error === undefined ? null : <Failure refusal={refusalOf(error)} />}
    </>
  );
};
