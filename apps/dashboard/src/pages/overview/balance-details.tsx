import { useQueryWithRetry } from "../../api/use-query-with-retry";
import { formatRestrictions } from "../../format/restrictions";
import { BalanceDetailsDocument } from "../../generated/operations";
import { Failure } from "../../parts/failure";
import { KeyBudget } from "../../parts/key-budget";
import { BalanceAlert } from "./balance-alert";
import styles from "./balance-details.module.css";
import { useAfterCharge } from "./use-after-charge";

/** Below the balance: the budget of the user's key, or the balance alert, which only an unrestricted key may read. */
export const BalanceDetails = () => {
  const { data, failure, reload } = useQueryWithRetry({ query: BalanceDetailsDocument });
  useAfterCharge(reload);
  const viewer = data?.viewer ?? undefined;
  const key = viewer?.apiKey ?? undefined;
  const mayAlert = key !== undefined && formatRestrictions(key) === undefined;
  return (
    <div className={styles.details}>
      {failure === undefined ? null : <Failure {...failure} />}
      {key === undefined || key.budget === null ? null : (
        <div>
          <strong>The key you are signed in with has spent</strong> <KeyBudget budget={key.budget} />
        </div>
      )}
      {viewer === undefined || !mayAlert ? null : <BalanceAlert alert={viewer.organization.balanceAlert} />}
    </div>
  );
};
