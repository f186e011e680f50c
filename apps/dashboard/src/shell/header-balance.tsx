import { Money } from "../parts/money";
import { useBalance } from "./balance";
import styles from "./header-balance.module.css";

export const HeaderBalance = () => {
  const { money, isConnected, refusal } = useBalance();
  return (
    <span className={styles.balance} data-testid="available">
      {money === undefined ? (
        refusal === undefined ? (
          "…"
        ) : (
          refusal.code
        )
      ) : (
        <>
          <Money amount={money.available} /> available
        </>
      )}
      {money !== undefined && !isConnected ? <span className={styles.lost}> · reconnecting</span> : null}
    </span>
  );
};
