import { coverOf } from "../money/cover";
import { useBalance } from "../shell/balance";
import styles from "./exact-price.module.css";
import { Money } from "./money";

interface ExactPriceProps {
  /** For the `aria-describedby` of the button beside it. */
  readonly id: string;
  /** Pesos as decimal text; undefined while the price is unknown. */
  readonly price: string | undefined;
  /** The priced quantity: `5 s`. */
  readonly of: string;
  /** The result: `the video is`. */
  readonly made: string;
  /** When the charge is made. */
  readonly note: string;
}

/** The price of the form's next result, and its effect on the live balance. */
export const ExactPrice = ({ id, price, of, made, note }: ExactPriceProps) => {
  const { money } = useBalance();
  const cover = price === undefined || money === undefined ? "covered" : coverOf(money.available, price);
  // All notes take up room, so that the page does not move when the balance falls.
  const notes = {
    covered: note,
    overdrawn: `The balance available is below this: ${made} still made, which takes it below zero.`,
    refused: `No balance is available: ${made} not made until there is some.`,
  } as const;
  return (
    <div id={id} className={`faint ${styles.price}`}>
      <span className={styles.amount}>
        {price === undefined ? null : (
          <>
            <Money amount={price} /> for {of}
          </>
        )}
      </span>
      <span className={styles.notes}>
        {(["covered", "overdrawn", "refused"] as const).map((kind) => (
          <span key={kind} className={price === undefined || kind !== cover ? styles.absent : styles[kind]}>
            {notes[kind]}
          </span>
        ))}
      </span>
    </div>
  );
};
