import type { PropsWithChildren } from "react";
import styles from "./empty.module.css";

/** Says that there is nothing yet, and how to change that. */
export const Empty = ({ children }: PropsWithChildren) => <p className={styles.empty}>{children}</p>;
