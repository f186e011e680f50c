import { Loader } from "@mantine/core";
import styles from "./loading.module.css";

/** Something is on its way. @param label What, for those who hear the page. */
export const Loading = ({ label }: { readonly label: string }) => (
  <div className={styles.loading} role="status">
    <Loader size="sm" aria-hidden />
    <span>{label} …</span>
  </div>
);
