import type { PropsWithChildren, ReactNode } from "react";
import { useId } from "react";
import styles from "./section.module.css";

interface SectionProps {
  readonly title: string;
  /** What is set about it, at the other end of its title. */
  readonly controls?: ReactNode;
}

/** A part of a page with a title of its own. */
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
