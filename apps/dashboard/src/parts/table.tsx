import { Table as Base } from "@mantine/core";
import type { CSSProperties, PropsWithChildren } from "react";
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

/** The columns' names as text for the stylesheet, which shows them beside each value on a phone. */
const namesIn = (columns: readonly Column[]): CSSProperties =>
  Object.fromEntries(columns.map(({ name }, index) => [`--column-${index + 1}`, JSON.stringify(name)]));

/**
 * A table that scrolls horizontally on a narrow screen. On a phone each row is a list instead. Roles are set
 * explicitly, because some browsers drop an element's table role when it is not laid out as a table.
 *
 * @param children Rows: `Base.Tr`.
 */
export const Table = ({ label, columns, children }: PropsWithChildren<TableProps>) => (
  // A scrollable element must be reachable by keyboard.
  <div className={styles.scroll} role="group" aria-label={`${label}, scrolls`} tabIndex={0}>
    <Base className={styles.table} role="table" aria-label={label} style={namesIn(columns)}>
      <Base.Thead role="rowgroup">
        <Base.Tr>
          {columns.map(({ name, isNumber = false }) => (
            <Base.Th key={name} role="columnheader" scope="col" ta={isNumber ? "right" : "left"}>
              {name}
            </Base.Th>
          ))}
        </Base.Tr>
      </Base.Thead>
      <Base.Tbody role="rowgroup">{children}</Base.Tbody>
    </Base>
  </div>
);
