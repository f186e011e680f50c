import type { PropsWithChildren, ReactNode } from "react";
import { useId } from "react";
import styles from "./section.module.css";

interface SectionProps {
  readonly title: string;
  /** Shown in the header, after the title. */
  readonly controls?: ReactNode;
}

/** A part of a page with its own title. */
export const Section = ({ title, controls, children }: PropsWithChildren<SectionProps>) => {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <header className={styles.header}>
        <h2 id={id}>{title}</h2>
        {controls}
      </header>
      {children}
    </section>
  );
};
