import { Input } from "@mantine/core";
import { useId } from "react";

interface SelectProps<Value extends string> {
  readonly label: string;
  readonly description?: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly choose: (value: Value) => void;
  /** Why the chosen option is rejected. */
  readonly error?: string | undefined;
}

/** One of many options, in the system's own control. */
export const Select = <Value extends string>({
  label,
  description,
  value,
  options,
  choose,
  error,
}: SelectProps<Value>) => {
  const id = useId();
  return (
    <Input.Wrapper label={label} description={description} id={id} error={error}>
      <Input
        component="select"
        rightSection="▾"
        rightSectionProps={{ "aria-hidden": true }}
        rightSectionPointerEvents="none"
        id={id}
        value={value}
        onChange={(event) => {
          choose(event.currentTarget.value as Value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Input>
    </Input.Wrapper>
  );
};
