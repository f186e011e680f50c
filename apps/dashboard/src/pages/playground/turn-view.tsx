import type { Turn } from "./conversation";
import { TurnStatus } from "./turn-status";
import styles from "./turn-view.module.css";

export const TurnView = ({ turn }: { readonly turn: Turn }) => (
  <article
    className={styles.turn}
    data-state={turn.state}
    aria-label={`Turn ${turn.number}`}
    aria-busy={turn.state === "waiting" || turn.state === "typing"}
  >
    <p className={styles.question}>{turn.question}</p>
    {turn.reasoning === "" ? null : (
      <details className={styles.reasoning}>
        <summary>Reasoning</summary>
        {turn.reasoning}
      </details>
    )}
    {/* Screen readers read it once, when it is complete: nothing is read while the turn is busy. */}
    <p className={styles.answer} data-testid="answer" aria-live="polite" aria-atomic="true">
      {turn.answer}
    </p>
    <TurnStatus turn={turn} />
  </article>
);
