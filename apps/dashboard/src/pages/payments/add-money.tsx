import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { faultOf } from "../../api/refusal";
import { useMutationWithRefusal } from "../../api/use-mutation-with-refusal";
import { CreateTopUpDocument, type TopUpTermsQuery } from "../../generated/operations";
import { formatMoney } from "../../money/format-money";
import { Failure } from "../../parts/failure";
import styles from "./add-money.module.css";
import { faultOfAmount, suggestedAmounts } from "./amounts";
import { formatMethods } from "./state-words";

interface AddMoneyProps {
  readonly terms: NonNullable<TopUpTermsQuery["topUpTerms"]>;
}

/** Address that the payment page returns to: this page. */
const returnUrl = (): string => `${location.origin}${location.pathname}`;

/** A form that opens the payment page for an amount. */
export const AddMoney = ({ terms }: AddMoneyProps) => {
  const suggestions = suggestedAmounts(terms);
  const [amount, setAmount] = useState(suggestions[0] ?? terms.minimum);
  const [fault, setFault] = useState<string>();
  const [isLeaving, setLeaving] = useState(false);
  const { fetching, refusal, run } = useMutationWithRefusal(CreateTopUpDocument);
  const fieldFault = fault ?? (refusal?.param === "amount" ? faultOf(refusal) : undefined);
  const change = (value: string) => {
    setAmount(value);
    setFault(undefined);
  };
  const pay = async () => {
    const wrong = faultOfAmount(amount, terms);
    setFault(wrong);
    if (wrong !== undefined) return;
    const { data } = await run({ input: { amount: amount.trim(), returnUrl: returnUrl() } });
    const page = data?.createTopUp?.topUp.checkoutUrl;
    if (page === undefined || page === null) return;
    setLeaving(true);
    location.assign(page);
  };
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void pay();
      }}
    >
      <div className={styles.suggestions} role="group" aria-label="Suggested amounts">
        {suggestions.map((suggested) => (
          <Button
            key={suggested}
            size="xs"
            variant={suggested === amount ? "light" : "default"}
            aria-pressed={suggested === amount}
            onClick={() => {
              change(suggested);
            }}
          >
            {formatMoney(suggested)}
          </Button>
        ))}
      </div>
      <TextInput
        label="Amount in pesos"
        inputMode="decimal"
        autoComplete="off"
        required
        value={amount}
        error={fieldFault}
        onChange={(event) => {
          change(event.currentTarget.value);
        }}
      />
      <div>
        <Button type="submit" loading={fetching || isLeaving}>
          Continue to payment
        </Button>
      </div>
      <p className="faint">
        You pay by {formatMethods(terms.methods)} on a page of the payment processor, and come back here. The money is
        in the balance as soon as it is paid.
        {terms.test ? " Payments are in test mode here: no real money moves." : ""}
      </p>
      {refusal === undefined || refusal.param === "amount" ? null : <Failure refusal={refusal} />}
    </form>
  );
};
