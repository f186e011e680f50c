import { Anchor } from "@mantine/core";
import { useQuery } from "urql";
import { ChatModelsDocument } from "../generated/operations";
import { cheapestModel } from "../money/cheapest-model";
import { CopyButton } from "../parts/copy-button";
import { curlCommand } from "./curl-command";
import styles from "./first-call.module.css";

/** How to make a first call from a program or a shell. */
export const FirstCall = () => {
  const [{ data }] = useQuery({ query: ChatModelsDocument });
  const model = cheapestModel(data?.models ?? [])?.id;
  if (model === undefined) return null;
  const { origin } = location;
  const command = curlCommand({ origin, model });
  return (
    <div className={styles.call}>
      <p>
        Any OpenAI client works with the base URL <code className="mono">{origin}/v1</code> and an API key. In a shell,
        with the key in <code className="mono">CENOTE_API_KEY</code>:
      </p>
      {/* A scrollable element must be reachable by keyboard. */}
      <pre className={styles.command} role="group" aria-label="A first call" tabIndex={0}>
        {command}
      </pre>
      <div className={styles.actions}>
        <CopyButton text={command} label="Copy the command" />
        <Anchor href="/docs">API reference</Anchor>
      </div>
    </div>
  );
};
