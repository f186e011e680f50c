import { TextInput } from "@mantine/core";
import type { LimitFields } from "./key-limits";

export const KEY_NAME_LIMIT = 100;

interface LimitsFormProps {
  readonly fields: LimitFields;
  readonly change: (fields: LimitFields) => void;
}

const LABELS: readonly (readonly [keyof LimitFields, string])[] = [
  ["requestsPerMinute", "Calls a minute"],
  ["tokensPerMinute", "Tokens a minute"],
  ["concurrentRequests", "Calls at once"],
];

/** What a key may do at most. */
export const LimitsForm = ({ fields, change }: LimitsFormProps) =>
  LABELS.map(([field, label]) => (
    <TextInput
      key={field}
      label={label}
      description="Empty: as the organization has it."
      type="number"
      min={1}
      step={1}
      value={fields[field]}
      onChange={(event) => {
        change({ ...fields, [field]: event.currentTarget.value });
      }}
    />
  ));
