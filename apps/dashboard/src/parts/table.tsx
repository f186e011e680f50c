import { Table as Base } from "@mantine/core";
import type { PropsWithChildren } from "react";
import styles from "./table.module.css";

export interface Column {
  readonly name: string;
  /** Numbers are aligned right. */
  readonly isNumber?: boolean;
}

interface TableProps {
  /** Its name for screen readers. */
  readonly label: string;
  readonly columns: readonly Column[];
}

/** A table that scrolls horizontally on a narrow screen. @param children Rows: `Base.Tr`. */
export const Table = ({ label, columns, children }: PropsWithChildren<TableProps>) => (
  // A scrollable element must be reachable by keyboard.
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
