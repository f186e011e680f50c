import { useQueryWithRetry } from "../../api/use-query-with-retry";
import { OwnBudgetDocument } from "../../generated/operations";
import { Failure } from "../../parts/failure";
import { KeyBudget } from "../../parts/key-budget";
import styles from "./own-budget.module.css";
import { useAfterCharge } from "./use-after-charge";

/** What the key the user is signed in with may spend of the balance, if it has a budget. */
export const OwnBudget = () => {
  const { data, failure, reload } = useQueryWithRetry({ query: OwnBudgetDocument });
  useAfterCharge(reload);
  const budget = data?.viewer.apiKey?.budget ?? null;
  if (failure !== undefined) return <Failure {...failure} />;
  if (budget === null) return null;
  return (
    <div className={styles.budget}>
      <strong>The key you are signed in with has spent</strong> <KeyBudget budget={budget} />
    </div>
  );
};
