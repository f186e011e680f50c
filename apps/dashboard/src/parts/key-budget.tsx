import { formatMoney } from "../money/format-money";
import type { ApiKeysQuery } from "../generated/operations";
import { PERIOD_NAMES } from "../format/period-names";
import { Instant } from "./instant";

/** The spent part of a key's budget. */
export const KeyBudget = ({ budget }: Pick<NonNullable<ApiKeysQuery["apiKeys"]>[number], "budget">) => {
  if (budget === null) return <span className="faint">none: the whole balance</span>;
  const { limit, period, spent, resets } = budget;
  return (
    <>
      <span className="numbers">
        {formatMoney(spent)} of {formatMoney(limit)}
      </span>{" "}
      {PERIOD_NAMES[period]}
      {resets === null ? null : (
        <div className="faint">
          resets <Instant at={resets} toMinute />
        </div>
      )}
    </>
  );
};
