import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import { FirstCall } from "../../first-call/first-call";
import { CopyButton } from "../../parts/copy-button";
import { Section } from "../../parts/section";
import type { CreatedKey } from "./api-key";
import styles from "./new-key.module.css";

interface NewKeyProps {
  readonly created: CreatedKey;
  readonly close: () => void;
}

/** Shows a new key, once only. It takes the focus, which the form loses when its button is disabled. */
export const NewKey = ({ created: { secret, apiKey }, close }: NewKeyProps) => {
  const shown = useRef<HTMLDivElement>(null);
  useEffect(() => {
    shown.current?.focus();
  }, []);
  return (
    <Section title={`The key “${apiKey.name}”`}>
      <div ref={shown} className={styles.shown} role="group" aria-label="The new key" tabIndex={-1}>
        <p className={styles.warning}>Copy it now: it is shown this once, and kept nowhere.</p>
        <p>
          <code className={styles.secret} data-testid="secret">
            {secret}
          </code>
        </p>
      </div>
      <div className={styles.actions}>
        <CopyButton text={secret} />
        <Button variant="default" onClick={close}>
          I have it
        </Button>
      </div>
      <FirstCall models={apiKey.models} />
    </Section>
  );
};
