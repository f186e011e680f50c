import type { PropsWithChildren } from "react";
import styles from "./mark.module.css";

interface MarkProps {
  readonly tone: "good" | "wrong" | "warn" | "plain";
}

/** A word or two about a state. */
export const Mark = ({ tone, children }: PropsWithChildren<MarkProps>) => (
  <span className={styles.mark} data-tone={tone}>
    {children}
  </span>
);
