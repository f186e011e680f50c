import { Button } from "@mantine/core";
import { FirstCall } from "../../first-call/first-call";
import { CopyButton } from "../../parts/copy-button";
import { Section } from "../../parts/section";
import type { CreatedKey } from "./api-key";
import styles from "./new-key.module.css";

interface NewKeyProps {
  readonly created: CreatedKey;
  readonly close: () => void;
}

/** Shows a new key, which can be seen only once. */
export const NewKey = ({ created: { secret, apiKey }, close }: NewKeyProps) => (
  <Section title={`The key “${apiKey.name}”`}>
    <div role="status">
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
    <FirstCall />
  </Section>
);
