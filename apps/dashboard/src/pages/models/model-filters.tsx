import { TextInput } from "@mantine/core";
import { TYPE_OPTIONS } from "../../format/model-words";
import { Select } from "../../parts/select";
import type { ModelFilter } from "./find-models";
import styles from "./model-filters.module.css";

interface ModelFiltersProps {
  readonly filter: ModelFilter;
  readonly capabilities: readonly string[];
  readonly change: (filter: ModelFilter) => void;
}

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
      options={[{ value: "", label: "All" }, ...TYPE_OPTIONS]}
      choose={(type) => {
        change({ ...filter, type });
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
