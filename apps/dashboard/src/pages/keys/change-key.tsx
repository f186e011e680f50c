import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { keyName } from "../../format/key-name";
import { useMutationWithRefusal } from "../../api/use-mutation-with-refusal";
import { UpdateApiKeyDocument } from "../../generated/operations";
import { Dialog } from "../../parts/dialog";
import { Failure } from "../../parts/failure";
import type { ApiKey } from "./api-key";
import { faultsOf } from "./field-faults";
import styles from "./key-dialog.module.css";
import fields from "./key-fields.module.css";
import { toChanges, toFields } from "./key-limits";
import { toFields as toRestrictionFields, toRestrictionChanges } from "./key-restrictions";
import { KEY_NAME_LIMIT, LimitsForm } from "./limits-form";
import { RestrictionsForm } from "./restrictions-form";

interface ChangeKeyProps {
  readonly apiKey: ApiKey;
  /** Whether the user is signed in with this key. */
  readonly isOwn: boolean;
  readonly close: () => void;
}

/** Changes the name, restrictions and limits of a key. */
export const ChangeKey = ({ apiKey, isOwn, close }: ChangeKeyProps) => {
  const [name, setName] = useState(apiKey.name);
  const [before] = useState(() => toFields(apiKey.limits));
  const [limits, setLimits] = useState(before);
  const [restrictedBefore] = useState(() => toRestrictionFields(apiKey));
  const [restrictions, setRestrictions] = useState(restrictedBefore);
  const { fetching, refusal, run } = useMutationWithRefusal(UpdateApiKeyDocument);
  const faults = faultsOf(refusal);
  const submit = async () => {
    const { data } = await run({
      id: apiKey.id,
      name: name.trim(),
      limits: toChanges(before, limits),
      restrictions: toRestrictionChanges(restrictedBefore, restrictions),
    });
    if (data?.updateApiKey?.apiKey !== undefined) close();
  };
  return (
    <Dialog title={`Change “${keyName(apiKey)}”`} isLarge close={close}>
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
          error={faults.name}
          onChange={(event) => {
            setName(event.currentTarget.value);
          }}
        />
        <div className={fields.fields}>
          <RestrictionsForm fields={restrictions} change={setRestrictions} faults={faults} />
          <LimitsForm fields={limits} change={setLimits} faults={faults} />
        </div>
        {isOwn ? (
          <p className={styles.own} role="note">
            You are signed in with this key. With a budget, an expiry, or a list of models or networks it can’t manage
            keys any more, not even change itself back.
          </p>
        ) : null}
        {refusal === undefined || Object.keys(faults).length > 0 ? null : <Failure refusal={refusal} />}
        <div className={styles.actions}>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={fetching}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
