import { isUnderWay, type Turn } from "./conversation";
import { CodeSample } from "./code-sample";
import { TurnStatus } from "./turn-status";
import styles from "./turn-view.module.css";

export const TurnView = ({ turn }: { readonly turn: Turn }) => (
  <article
    className={styles.turn}
    data-state={turn.state}
    aria-label={`Turn ${turn.number}`}
    aria-busy={isUnderWay(turn)}
  >
    <div className={styles.question}>
      {turn.question.results.map((result, index) => (
        // Two calls may have the same result, and a provider may give two calls the same id.
        // oxlint-disable-next-line react/no-array-index-key
        <p key={index} className={`mono ${styles.file}`}>
          Result: {result}
        </p>
      ))}
      {turn.question.text === "" ? null : <p>{turn.question.text}</p>}
      {turn.question.files.map(({ name }, index) => (
        // Two files may have the same name.
        // oxlint-disable-next-line react/no-array-index-key
        <p key={index} className={styles.file}>
          <bdi>{name}</bdi>
        </p>
      ))}
    </div>
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
    {turn.toolCalls.map(({ index, name, arguments: given }) => (
      <pre key={index} className={styles.call} role="group" aria-label={`Call of ${name}`} tabIndex={0}>
        {name}({given})
      </pre>
    ))}
    <TurnStatus turn={turn} />
    <details className="more">
      <summary>This call as code</summary>
      <CodeSample label={`Turn ${turn.number} as code`} input={turn.input} />
    </details>
  </article>
);
