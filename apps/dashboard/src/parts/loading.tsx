import { Loader } from "@mantine/core";
import styles from "./loading.module.css";

interface LoadingProps {
  /** What is loading; screen readers read it out. */
  readonly label: string;
  /** Takes the place of something tall, so that what is below does not jump. */
  readonly isTall?: boolean;
}

export const Loading = ({ label, isTall = false }: LoadingProps) => (
  <div className={isTall ? `${styles.loading} ${styles.tall}` : styles.loading} role="status">
    <Loader size="sm" aria-hidden />
    <span>{label} …</span>
  </div>
);
