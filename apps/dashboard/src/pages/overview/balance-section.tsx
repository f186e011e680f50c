import { Failure } from "../../parts/failure";
import { Loading } from "../../parts/loading";
import { Mark } from "../../parts/mark";
import { Money } from "../../parts/money";
import { Section } from "../../parts/section";
import { useBalance } from "../../shell/balance";
import styles from "./balance-section.module.css";

/** The live balance. Payments will have their place here. */
export const BalanceSection = () => {
  const { money, isConnected, refusal } = useBalance();
  return (
    <Section
      title="Balance"
      controls={
        money === undefined ? null : (
          <Mark tone={isConnected ? "good" : "warn"}>{isConnected ? "Live" : "Reconnecting"}</Mark>
        )
      }
    >
      {refusal === undefined ? null : <Failure refusal={refusal} />}
      {money === undefined ? (
        refusal === undefined && <Loading label="Loading the balance" />
      ) : (
        <dl className={styles.figures}>
          <div>
            <dt>Available</dt>
            <dd>
              <Money amount={money.available} />
            </dd>
          </div>
          <div>
            <dt>Balance</dt>
            <dd>
              <Money amount={money.balance} />
            </dd>
          </div>
          <div>
            <dt>Held by calls under way</dt>
            <dd>
              <Money amount={money.held} />
            </dd>
          </div>
        </dl>
      )}
    </Section>
  );
};
