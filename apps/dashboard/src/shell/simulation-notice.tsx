import { useQueryWithRetry } from "../api/use-query-with-retry";
import { ProvidersDocument } from "../generated/operations";
import styles from "./simulation-notice.module.css";

/** Shown if the providers are simulated. */
export const SimulationNotice = () => {
  const { data } = useQueryWithRetry({ query: ProvidersDocument, requestPolicy: "cache-first" });
  if (data?.models?.some(({ simulated }) => simulated) !== true) return null;
  return (
    <p className={styles.notice} role="note">
      <strong>The providers are simulated.</strong> No provider key was found, so every answer, image and video here is
      made up. Set one (for example <code>OPENAI_API_KEY</code>) and start again.
    </p>
  );
};
