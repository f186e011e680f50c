import type { PropsWithChildren } from "react";
import styles from "./mark.module.css";

export type Tone = "good" | "wrong" | "warn" | "plain";

interface MarkProps {
  readonly tone: Tone;
}

/** A state in one or two words. */
export const Mark = ({ tone, children }: PropsWithChildren<MarkProps>) => (
  <span className={styles.mark} data-tone={tone}>
    {children}
  </span>
);
