import { Table as Base } from "@mantine/core";
import type { PropsWithChildren } from "react";
import styles from "./table.module.css";

export interface Column {
  readonly name: string;
  /** Numbers stand at their right end, one below the other. */
  readonly isNumber?: boolean;
}

interface TableProps {
  /** What it is a table of. */
  readonly label: string;
  readonly columns: readonly Column[];
}

/** A table that scrolls by itself where the screen is narrower. @param children Its rows, of `Base.Td` each. */
export const Table = ({ label, columns, children }: PropsWithChildren<TableProps>) => (
  // What scrolls has to be reachable by keyboard.
  <div className={styles.scroll} role="group" aria-label={`${label}, scrolls`} tabIndex={0}>
    <Base className={styles.table} aria-label={label}>
      <Base.Thead>
        <Base.Tr>
          {columns.map(({ name, isNumber = false }) => (
            <Base.Th key={name} scope="col" ta={isNumber ? "right" : "left"}>
              {name}
            </Base.Th>
          ))}
        </Base.Tr>
      </Base.Thead>
      <Base.Tbody>{children}</Base.Tbody>
    </Base>
  </div>
);
