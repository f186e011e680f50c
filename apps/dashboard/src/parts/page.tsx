import { type PropsWithChildren, useEffect, useRef } from "react";
import styles from "./page.module.css";
import { useTitle } from "./use-title";

/** A page. It focuses its title, so that screen readers read it first, as after a load. */
export const Page = ({ title, children }: PropsWithChildren<{ readonly title: string }>) => {
  useTitle(title);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className={styles.page}>
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {title}
      </h1>
      {children}
    </div>
  );
};
