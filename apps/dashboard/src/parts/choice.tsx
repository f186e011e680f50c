import { useId } from "react";
import styles from "./choice.module.css";

interface ChoiceProps<Value extends string | number> {
  readonly legend: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly choose: (value: Value) => void;
}

/** One of a few options, all visible. */
export const Choice = <Value extends string | number>({ legend, value, options, choose }: ChoiceProps<Value>) => {
  const name = useId();
  return (
    <fieldset className={styles.choice}>
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => {
              choose(option.value);
            }}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
};
