import type { PropsWithChildren } from "react";
import { CopyButton } from "../parts/copy-button";
import styles from "./command.module.css";

interface CommandProps {
  /** Its name for screen readers. */
  readonly label: string;
  readonly text: string;
}

/** A command for a shell, to copy. @param children Shown beside the button. */
export const Command = ({ label, text, children }: PropsWithChildren<CommandProps>) => (
  <>
    {/* A scrollable element must be reachable by keyboard. */}
    <pre className={styles.command} role="group" aria-label={label} tabIndex={0}>
      {text}
    </pre>
    <div className={styles.actions}>
      <CopyButton text={text} label="Copy the command" />
      {children}
    </div>
  </>
);
