import { Button, TextInput } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { type KeyboardEvent, useId, useState } from "react";
import { useQueryWithRetry } from "../../api/use-query-with-retry";
import { nowMs } from "../../clock";
import { fromLocalMinute, LAST_LOCAL_MINUTE, toLocalMinute } from "../../format/local-minute";
import { TYPE_OPTIONS } from "../../format/model-words";
import { FilterOptionsDocument } from "../../generated/operations";
import { Select } from "../../parts/select";
import styles from "./call-filters.module.css";
import { type CallFilter, isFiltered, NO_FILTER } from "../../shell/ledger-address";
import { PERIODS, startOfPeriod } from "./periods";

const ANY = { value: "", label: "Any" } as const;
interface Option {
  readonly value: string;
  readonly label: string;
}

const OUTCOMES: readonly Option[] = [
  ANY,
  { value: "failed", label: "Failed" },
  { value: "ok", label: "Succeeded" },
  { value: "cancelled", label: "Cancelled by the caller" },
  { value: "provider_unavailable", label: "provider_unavailable" },
  { value: "insufficient_balance", label: "insufficient_balance" },
  { value: "internal_error", label: "internal_error" },
];

/** Adds a value from the address that the list does not contain: an old key, another error. */
const withChosen = (options: readonly Option[], value: string) =>
  options.some((option) => option.value === value) ? options : [...options, { value, label: value }];

const NO_OPTIONS: readonly string[] = [];

interface TypedProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly options?: readonly string[];
  readonly choose: (value: string) => void;
}

/** A text filter that applies when the text is complete: after Enter, and when the field loses the focus. */
const Typed = ({ label, value, placeholder, options = NO_OPTIONS, choose }: TypedProps) => {
  const list = useId();
  const [text, setText] = useState(value);
  const finish = () => {
    if (text.trim() !== value) choose(text.trim());
  };
  return (
    <>
      <TextInput
        label={label}
        type="search"
        value={text}
        placeholder={placeholder}
        list={list}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => {
          setText(event.currentTarget.value);
        }}
        onBlur={finish}
        onKeyDown={({ key }: KeyboardEvent) => {
          if (key === "Enter") finish();
        }}
      />
      <datalist id={list}>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </datalist>
    </>
  );
};

interface CallFiltersProps {
  readonly filter: CallFilter;
  readonly change: (filter: CallFilter) => void;
}

/** On a narrow screen, open filters would push the ledger off the screen. */
const WIDE = "(min-width: 48.01em)";

/** The filters of the ledger. */
export const CallFilters = ({ filter, change }: CallFiltersProps) => {
  const isWide = useMediaQuery(WIDE, true, { getInitialValueInEffect: false });
  const { data } = useQueryWithRetry({ query: FilterOptionsDocument });
  const set = (changes: Partial<CallFilter>) => {
    change({ ...filter, ...changes });
  };
  const keys = data?.apiKeys?.map(({ id, name, hint }) => ({ value: id, label: `${name} ${hint}`.trimStart() })) ?? [];
  return (
    <details className={`more ${styles.filters}`} open={isWide}>
      <summary>Filter{isFiltered(filter) ? ", in use" : ""}</summary>
      <search className={styles.fields}>
        <Select
          label="Outcome"
          value={filter.outcome}
          options={withChosen(OUTCOMES, filter.outcome)}
          choose={(outcome) => {
            set({ outcome });
          }}
        />
        <Typed
          key={`model ${filter.model}`}
          label="Model"
          value={filter.model}
          placeholder="Any; or openai/*"
          options={data?.models?.map(({ id }) => id) ?? []}
          choose={(model) => {
            set({ model });
          }}
        />
        <Select
          label="API key"
          value={filter.key}
          options={withChosen([ANY, ...keys], filter.key)}
          choose={(key) => {
            set({ key });
          }}
        />
        <Typed
          key={`token ${filter.token}`}
          label="Client token"
          value={filter.token}
          placeholder="Any; its id"
          choose={(token) => {
            set({ token });
          }}
        />
        <Select
          label="Type"
          value={filter.kind}
          options={[ANY, ...TYPE_OPTIONS]}
          choose={(kind) => {
            set({ kind });
          }}
        />
        <TextInput
          label="From"
          type="datetime-local"
          max={LAST_LOCAL_MINUTE}
          value={toLocalMinute(filter.from)}
          onChange={(event) => {
            set({ from: fromLocalMinute(event.currentTarget.value) });
          }}
        />
        <TextInput
          label="Until"
          type="datetime-local"
          max={LAST_LOCAL_MINUTE}
          value={toLocalMinute(filter.to)}
          onChange={(event) => {
            set({ to: fromLocalMinute(event.currentTarget.value) });
          }}
        />
      </search>
      <div className={styles.periods}>
        {PERIODS.map(({ name, label }) => (
          <Button
            key={name}
            size="compact-sm"
            variant="default"
            onClick={() => {
              set({ from: startOfPeriod(name, nowMs()), to: "" });
            }}
          >
            {label}
          </Button>
        ))}
        {isFiltered(filter) ? (
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => {
              change(NO_FILTER);
            }}
          >
            Clear all
          </Button>
        ) : null}
      </div>
    </details>
  );
};
