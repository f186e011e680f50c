import { TextInput } from "@mantine/core";
import { LAST_LOCAL_MINUTE } from "../../format/local-minute";
import { Select } from "../../parts/select";
import type { FieldFaults } from "./field-faults";
import type { BudgetPeriod } from "../../generated/operations";
import { PERIOD_NAMES } from "../../format/period-names";
import type { RestrictionFields } from "./key-restrictions";
import { ModelsField } from "./models-field";
import styles from "./key-fields.module.css";

interface RestrictionsFormProps {
  readonly fields: RestrictionFields;
  readonly change: (fields: RestrictionFields) => void;
  readonly faults: FieldFaults;
}

const PERIODS: readonly BudgetPeriod[] = ["MONTH", "WEEK", "DAY", "TOTAL"];

/** Budget, expiry, models and networks of a key. */
export const RestrictionsForm = ({ fields, change, faults }: RestrictionsFormProps) => (
  <>
    <TextInput
      label="Budget in pesos"
      description="Empty: the whole balance."
      inputMode="decimal"
      pattern="\s*[0-9]+([.][0-9]{1,9})?\s*"
      title="Pesos, such as 100 or 12.50"
      autoComplete="off"
      value={fields.budget}
      error={faults["budget.limit"]}
      onChange={(event) => {
        change({ ...fields, budget: event.currentTarget.value });
      }}
    />
    <Select
      label="Budget period"
      description="Resets at midnight UTC, unless the operator chose another clock: the list of keys shows when."
      value={fields.period}
      options={PERIODS.map((value) => ({ value, label: PERIOD_NAMES[value] }))}
      error={faults["budget.period"]}
      choose={(period) => {
        change({ ...fields, period });
      }}
    />
    <TextInput
      label="Expires"
      description="Your time. Empty: never."
      type="datetime-local"
      max={LAST_LOCAL_MINUTE}
      value={fields.expires}
      error={faults.expires}
      onChange={(event) => {
        change({ ...fields, expires: event.currentTarget.value });
      }}
    />
    <div className={styles.wide}>
      <ModelsField
        models={fields.models}
        next={fields.nextModels}
        fault={faults.models}
        change={(models) => {
          change({ ...fields, ...models });
        }}
      />
    </div>
    <div className={styles.wide}>
      <TextInput
        label="Networks"
        description="Addresses it may be used from, such as 203.0.113.0/24. Empty: everywhere."
        placeholder="203.0.113.0/24"
        autoComplete="off"
        spellCheck={false}
        value={fields.networks}
        error={faults.networks}
        onChange={(event) => {
          change({ ...fields, networks: event.currentTarget.value });
        }}
      />
    </div>
  </>
);
