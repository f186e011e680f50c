import { Button } from "@mantine/core";
import styles from "./show-all.module.css";

interface ShowAllProps {
  /** How many rows are shown at first. */
  readonly first: number;
  /** The total: `12 keys`. */
  readonly all: string;
  readonly showsAll: boolean;
  readonly change: (showsAll: boolean) => void;
}

/** The button below a list whose first rows alone are shown at first. */
export const ShowAll = ({ first, all, showsAll, change }: ShowAllProps) => (
  <Button
    className={styles.more}
    size="xs"
    variant="default"
    aria-expanded={showsAll}
    onClick={() => {
      change(!showsAll);
    }}
  >
    {showsAll ? `Show only the first ${first}` : `Show all ${all}`}
  </Button>
);
