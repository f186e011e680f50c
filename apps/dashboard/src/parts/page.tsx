import { type PropsWithChildren, useEffect, useRef } from "react";
import styles from "./page.module.css";
import { useTitle } from "./use-title";

/** A whole page. Who gets to it by a link hears its title first, as after a page load. */
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
