import { TextInput } from "@mantine/core";
import type { FieldFaults } from "./field-faults";
import type { LimitFields } from "./key-limits";

export const KEY_NAME_LIMIT = 100;

interface LimitsFormProps {
  readonly fields: LimitFields;
  readonly change: (fields: LimitFields) => void;
  readonly faults: FieldFaults;
}

const LABELS: readonly (readonly [keyof LimitFields, string])[] = [
  ["requestsPerMinute", "Calls a minute"],
  ["tokensPerMinute", "Tokens a minute"],
  ["concurrentRequests", "Calls at once"],
];

/** The limits of a key. */
export const LimitsForm = ({ fields, change, faults }: LimitsFormProps) =>
  LABELS.map(([field, label]) => (
    <TextInput
      key={field}
      label={label}
      description="Empty: the organization’s."
      type="number"
      min={1}
      step={1}
      value={fields[field]}
      error={faults[`limits.${field}`]}
      onChange={(event) => {
        change({ ...fields, [field]: event.currentTarget.value });
      }}
    />
  ));
