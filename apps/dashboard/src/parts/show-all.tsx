import { Button } from "@mantine/core";
import styles from "./show-all.module.css";

interface ShowAllProps {
  /** How many are shown at first. */
  readonly first: number;
  /** What there is altogether: `12 keys`. */
  readonly all: string;
  readonly showsAll: boolean;
  readonly change: (showsAll: boolean) => void;
}

/** The button under a list of which only the beginning is shown at first. */
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
