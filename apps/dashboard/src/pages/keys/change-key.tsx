import { Button, Modal, TextInput } from "@mantine/core";
import { useState } from "react";
import { useMutation } from "urql";
import { refusalOf } from "../../api/refusal";
import { UpdateApiKeyDocument } from "../../generated/operations";
import { Failure } from "../../parts/failure";
import { useFocusBack } from "../../parts/use-focus-back";
import { type ApiKey, keyName } from "./api-key";
import styles from "./key-dialog.module.css";
import { toChanges, toFields } from "./key-limits";
import { KEY_NAME_LIMIT, LimitsForm } from "./limits-form";

interface ChangeKeyProps {
  readonly apiKey: ApiKey;
  readonly close: () => void;
}

/** Another name or other limits for a key. */
export const ChangeKey = ({ apiKey, close }: ChangeKeyProps) => {
  const [name, setName] = useState(apiKey.name);
  const before = toFields(apiKey.limits);
  const [limits, setLimits] = useState(before);
  const [{ fetching, error }, update] = useMutation(UpdateApiKeyDocument);
  useFocusBack();
  const submit = async () => {
    const { data } = await update({ id: apiKey.id, name: name.trim(), limits: toChanges(before, limits) });
    if (data?.updateApiKey?.apiKey !== undefined) close();
  };
  return (
    // As with every dialog here: locking the page's scrolling would write a style into it.
    <Modal
      opened
      onClose={close}
      title={`Change “${keyName(apiKey)}”`}
      lockScroll={false}
      centered
      closeButtonProps={{ "aria-label": "Close" }}
      transitionProps={{ duration: 0 }}
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <TextInput
          label="Name"
          value={name}
          maxLength={KEY_NAME_LIMIT}
          autoComplete="off"
          data-autofocus
          onChange={(event) => {
            setName(event.currentTarget.value);
          }}
        />
        <LimitsForm fields={limits} change={setLimits} />
        {error === undefined ? null : <Failure refusal={refusalOf(error)} />}
        <div className={styles.actions}>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={fetching}>
            Save
          </Button>
        </div>
      </form>
    </Modal>
  );
};
