import { Button, TextInput } from "@mantine/core";
import { type Ref, useState } from "react";
import { useMutationWithRefusal } from "../../api/use-mutation-with-refusal";
import { CreateApiKeyDocument } from "../../generated/operations";
import { Failure } from "../../parts/failure";
import type { CreatedKey } from "./api-key";
import styles from "./create-key.module.css";
import { faultsOf } from "./field-faults";
import fields from "./key-fields.module.css";
import { NO_LIMITS, toLimits } from "./key-limits";
import { NO_RESTRICTIONS, toRestrictions } from "./key-restrictions";
import { KEY_NAME_LIMIT, LimitsForm } from "./limits-form";
import { RestrictionsForm } from "./restrictions-form";

interface CreateKeyProps {
  readonly nameField: Ref<HTMLInputElement>;
  readonly created: (key: CreatedKey) => void;
}

export const CreateKey = ({ nameField, created }: CreateKeyProps) => {
  const [name, setName] = useState("");
  const [limits, setLimits] = useState(NO_LIMITS);
  const [restrictions, setRestrictions] = useState(NO_RESTRICTIONS);
  const { fetching, refusal, run } = useMutationWithRefusal(CreateApiKeyDocument);
  const faults = faultsOf(refusal);
  const submit = async () => {
    const { data } = await run({
      name: name.trim(),
      limits: toLimits(limits),
      restrictions: toRestrictions(restrictions),
    });
    const key = data?.createApiKey ?? undefined;
    if (key === undefined) return;
    setName("");
    setLimits(NO_LIMITS);
    setRestrictions(NO_RESTRICTIONS);
    created(key);
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextInput
        ref={nameField}
        label="Name"
        description="What it is for, to tell it from others."
        value={name}
        required
        maxLength={KEY_NAME_LIMIT}
        autoComplete="off"
        error={faults.name}
        onChange={(event) => {
          setName(event.currentTarget.value);
        }}
      />
      <details className={styles.more}>
        <summary>Budget, expiry, models, networks, limits</summary>
        <div className={fields.fields}>
          <RestrictionsForm fields={restrictions} change={setRestrictions} faults={faults} />
          <LimitsForm fields={limits} change={setLimits} faults={faults} />
        </div>
        <p className="faint">
          A key with a budget, an expiry, or a list of models or networks can’t manage keys itself.
        </p>
      </details>
      {refusal === undefined || Object.keys(faults).length > 0 ? null : <Failure refusal={refusal} />}
      <div>
        <Button type="submit" loading={fetching} disabled={name.trim() === ""}>
          Make key
        </Button>
      </div>
    </form>
  );
};
