import { Anchor } from "@mantine/core";
import { Link } from "wouter";
import { isAboveZero } from "../../money/add-money";
import { Failure } from "../../parts/failure";
import { Mark } from "../../parts/mark";
import { Money } from "../../parts/money";
import { Section } from "../../parts/section";
import { useBalance } from "../../shell/balance";
import { BalanceDetails } from "./balance-details";
import styles from "./balance-section.module.css";

const FIGURES = [
  ["available", "Available"],
  ["balance", "Balance"],
  ["held", "Held by calls under way"],
] as const;

/** The live balance, and a link to add money. */
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
        <dl
          className={styles.figures}
          aria-busy={money === undefined}
          data-spent={money !== undefined && !isAboveZero(money.available)}
        >
          {FIGURES.map(([name, label]) => (
            <div key={name}>
              <dt>{label}</dt>
              <dd>{money === undefined ? "…" : <Money amount={money[name]} />}</dd>
            </div>
          ))}
        </dl>
      )}
      {money === undefined || isAboveZero(money.balance) ? null : (
        <p className={styles.empty} role="status">
          The balance is used up: paid calls are refused with <code>insufficient_balance</code> until money is added.
        </p>
      )}
      <p>
        <Anchor component={Link} href="/payments" inherit>
          Add money
        </Anchor>
      </p>
      <BalanceDetails />
    </Section>
  );
};
