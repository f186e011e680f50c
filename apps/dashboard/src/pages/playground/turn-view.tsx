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
    {/* Heard once it is whole: as long as the turn is busy, nothing of it is read out. */}
    <p className={styles.answer} data-testid="answer" aria-live="polite" aria-atomic="true">
      {turn.answer}
    </p>
    <TurnStatus turn={turn} />
  </article>
);
