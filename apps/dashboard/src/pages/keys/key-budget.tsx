import { formatMoney } from "../../money/format-money";
import { Instant } from "../../parts/instant";
import type { ApiKey } from "./api-key";
import { PERIOD_NAMES } from "./key-restrictions";

/** What a key has spent of its budget. */
export const KeyBudget = ({ budget }: Pick<ApiKey, "budget">) => {
  if (budget === null) return <span className="faint">none: the whole balance</span>;
  const { limit, period, spent, resets } = budget;
  return (
    <>
      <span className="numbers">
        {formatMoney(spent, { currency: "MXN" })} of {formatMoney(limit, { currency: "MXN" })}
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
