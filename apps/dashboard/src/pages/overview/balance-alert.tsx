import { Button, TextInput } from "@mantine/core";
import { useRef, useState } from "react";
import { faultOf } from "../../api/refusal";
import { useMutationWithRefusal } from "../../api/use-mutation-with-refusal";
import { type BalanceDetailsQuery, SetBalanceAlertDocument } from "../../generated/operations";
import { Failure } from "../../parts/failure";
import { Money } from "../../parts/money";
import styles from "./balance-alert.module.css";

interface BalanceAlertProps {
  readonly alert: NonNullable<BalanceDetailsQuery["viewer"]>["organization"]["balanceAlert"];
}

/** The alert for a low balance. Its address may contain a secret, so it is shown only when the form is opened. */
export const BalanceAlert = ({ alert }: BalanceAlertProps) => {
  const [typed, setTyped] = useState<{ readonly threshold: string; readonly url: string }>();
  const [done, setDone] = useState("");
  const { fetching, refusal, run } = useMutationWithRefusal(SetBalanceAlertDocument);
  const thresholdField = useRef<HTMLInputElement>(null);
  const fields = typed ?? alert ?? { threshold: "", url: "" };
  const faultAt = (param: string) => (refusal?.param === param ? faultOf(refusal) : undefined);
  const faults = { threshold: faultAt("alert.threshold"), url: faultAt("alert.url") };
  const change = (changes: Partial<typeof fields>) => {
    setTyped({ ...fields, ...changes });
    setDone("");
  };
  const save = async (wanted: typeof fields | null, whenDone: string) => {
    setDone("");
    const { data } = await run({ alert: wanted });
    if (data?.setBalanceAlert?.organization === undefined) return;
    setTyped(undefined);
    setDone(whenDone);
    // The remove button, which had the focus, is gone.
    if (wanted === null) thresholdField.current?.focus();
  };
  return (
    <details className="more">
      <summary>
        Alert:{" "}
        {alert === null ? (
          "nobody is told when the balance is low"
        ) : (
          <>
            an address is told when the balance falls below <Money amount={alert.threshold} />
          </>
        )}
      </summary>
      <p className="faint">
        The address gets a signed event when the balance falls below the threshold, and when a call is refused for lack
        of it.
      </p>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void save({ threshold: fields.threshold.trim(), url: fields.url.trim() }, "Saved.");
        }}
      >
        <TextInput
          ref={thresholdField}
          label="Threshold in pesos"
          inputMode="decimal"
          autoComplete="off"
          required
          value={fields.threshold}
          error={faults.threshold}
          onChange={(event) => {
            change({ threshold: event.currentTarget.value });
          }}
        />
        <TextInput
          label="Address"
          type="url"
          placeholder="https://"
          autoComplete="off"
          spellCheck={false}
          required
          value={fields.url}
          error={faults.url}
          onChange={(event) => {
            change({ url: event.currentTarget.value });
          }}
        />
        <div className={styles.actions}>
          <Button type="submit" loading={fetching}>
            Save alert
          </Button>
          {alert === null ? null : (
            <Button
              variant="default"
              disabled={fetching}
              onClick={() => {
                void save(null, "Removed.");
              }}
            >
              Remove alert
            </Button>
          )}
          <span role="status">{done}</span>
        </div>
      </form>
      {refusal === undefined || (faults.threshold ?? faults.url) !== undefined ? null : <Failure refusal={refusal} />}
    </details>
  );
};
