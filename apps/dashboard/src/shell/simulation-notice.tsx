import { useQueryWithRetry } from "../api/use-query-with-retry";
import { ProvidersDocument } from "../generated/operations";
import styles from "./simulation-notice.module.css";

/** Shown if the providers are simulated. */
export const SimulationNotice = () => {
  const { data } = useQueryWithRetry({ query: ProvidersDocument, requestPolicy: "cache-first" });
  if (data?.models?.some(({ simulated }) => simulated) !== true) return null;
  return (
    <p className={styles.notice} role="note">
      <strong>The providers are simulated.</strong> Every answer, image and video here is made up. For real ones, start
      again with a provider's key (for example <code>OPENAI_API_KEY</code>) and without <code>CENOTE_SIMULATE=on</code>.
    </p>
  );
};
