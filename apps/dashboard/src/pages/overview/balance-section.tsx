import { Failure } from "../../parts/failure";
import { Mark } from "../../parts/mark";
import { Money } from "../../parts/money";
import { Section } from "../../parts/section";
import { useBalance } from "../../shell/balance";
import styles from "./balance-section.module.css";
import { OwnBudget } from "./own-budget";

const FIGURES = [
  ["available", "Available"],
  ["balance", "Balance"],
  ["held", "Held by calls under way"],
] as const;

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
      {money === undefined && refusal !== undefined ? null : (
        <dl className={styles.figures} aria-busy={money === undefined}>
          {FIGURES.map(([name, label]) => (
            <div key={name}>
              <dt>{label}</dt>
              <dd>{money === undefined ? "…" : <Money amount={money[name]} />}</dd>
            </div>
          ))}
        </dl>
      )}
      <OwnBudget />
    </Section>
  );
};
