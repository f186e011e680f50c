import { Loader } from "@mantine/core";
import styles from "./loading.module.css";

/** @param label What is loading; screen readers read it out. */
export const Loading = ({ label }: { readonly label: string }) => (
  <div className={styles.loading} role="status">
    <Loader size="sm" aria-hidden />
    <span>{label} …</span>
  </div>
);
