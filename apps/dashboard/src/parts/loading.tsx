import { Loader } from "@mantine/core";
import styles from "./loading.module.css";

interface LoadingProps {
  /** What is loading; screen readers read it out. */
  readonly label: string;
  /** Keeps the height of tall content, so that content below does not move. */
  readonly isTall?: boolean;
}

export const Loading = ({ label, isTall = false }: LoadingProps) => (
  <div className={isTall ? `${styles.loading} ${styles.tall}` : styles.loading} role="status">
    <Loader size="sm" aria-hidden />
    <span>{label} …</span>
  </div>
);
