import { Input } from "@mantine/core";
import { useId } from "react";

interface SelectProps {
  readonly label: string;
  readonly description?: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly choose: (value: string) => void;
  /** Why the chosen option is refused. */
  readonly error?: string | undefined;
}

/** One of many options, in the system's own control. */
export const Select = ({ label, description, value, options, choose, error }: SelectProps) => {
  const id = useId();
  return (
    <Input.Wrapper label={label} description={description} id={id} error={error} errorProps={{ role: "alert" }}>
      <Input
        component="select"
        rightSection="▾"
        rightSectionProps={{ "aria-hidden": true }}
        rightSectionPointerEvents="none"
        id={id}
        value={value}
        onChange={(event) => {
          choose(event.currentTarget.value);
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
