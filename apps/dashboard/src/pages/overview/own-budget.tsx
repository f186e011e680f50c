import type { BalanceDetailsQuery } from "../../generated/operations";
import { KeyBudget } from "../../parts/key-budget";

type Key = NonNullable<NonNullable<BalanceDetailsQuery["viewer"]>["apiKey"]>;

/** What the key the user is signed in with may spend of the balance. */
export const OwnBudget = ({ budget }: Pick<Key, "budget">) => (
  <div>
    <strong>The key you are signed in with has spent</strong> <KeyBudget budget={budget} />
  </div>
);
