import { TextInput } from "@mantine/core";
import { TYPE_NAMES } from "../../format/model-words";
import type { ModelType } from "../../generated/operations";
import { Select } from "../../parts/select";
import type { ModelFilter } from "./find-models";
import styles from "./model-filters.module.css";

interface ModelFiltersProps {
  readonly filter: ModelFilter;
  readonly capabilities: readonly string[];
  readonly change: (filter: ModelFilter) => void;
}

const TYPES = Object.entries(TYPE_NAMES).map(([value, label]) => ({ value, label }));

export const ModelFilters = ({ filter, capabilities, change }: ModelFiltersProps) => (
  <search className={styles.filters}>
    <TextInput
      label="Search"
      type="search"
      placeholder="claude, vision, 1024 …"
      value={filter.text}
      onChange={(event) => {
        change({ ...filter, text: event.currentTarget.value });
      }}
    />
    <Select
      label="Type"
      value={filter.type}
      options={[{ value: "", label: "All" }, ...TYPES]}
      choose={(type) => {
        change({ ...filter, type: type as ModelType | "" });
      }}
    />
    <Select
      label="Capability"
      value={filter.capability}
      options={[{ value: "", label: "Any" }, ...capabilities.map((name) => ({ value: name, label: name }))]}
      choose={(capability) => {
        change({ ...filter, capability });
      }}
    />
  </search>
);
