import type { PropsWithChildren } from "react";
import { CopyButton } from "../parts/copy-button";
import styles from "./command.module.css";

interface CommandProps {
  /** Its name for screen readers. */
  readonly label: string;
  readonly text: string;
  readonly copyLabel?: string;
}

/** A command for a shell, or a program, to copy. @param children Shown beside the button. */
export const Command = ({ label, text, copyLabel = "Copy the command", children }: PropsWithChildren<CommandProps>) => (
  <>
    {/* A scrollable element must be reachable by keyboard. */}
    <pre className={styles.command} role="group" aria-label={label} tabIndex={0}>
      {text}
    </pre>
    <div className={styles.actions}>
      <CopyButton text={text} label={copyLabel} />
      {children}
    </div>
  </>
);
