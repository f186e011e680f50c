import { Anchor } from "@mantine/core";
import { useQueryWithRetry } from "../api/use-query-with-retry";
import { allowsModel } from "../format/model-patterns";
import { ChatModelsDocument } from "../generated/operations";
import { cheapestModel } from "../money/cheapest-model";
import { Command } from "./command";
import { curlCommand, FIRST_MESSAGES } from "./curl-command";
import styles from "./first-call.module.css";

const ALL_MODELS: readonly string[] = [];

/**
 * How to make a first call from a program or a shell.
 * @param models Models of the key that will make the call, if the user is signed in with another key.
 */
export const FirstCall = ({ models = ALL_MODELS }: { readonly models?: readonly string[] }) => {
  const { data } = useQueryWithRetry({ query: ChatModelsDocument });
  const model = cheapestModel((data?.models ?? []).filter(({ id }) => allowsModel(models, id)))?.id;
  if (model === undefined) return null;
  const { origin } = location;
  const firstCall = curlCommand({ origin, body: { model, messages: FIRST_MESSAGES } });
  return (
    <div className={styles.call}>
      <p>
        Any OpenAI client works with the base URL <code className="mono">{origin}/v1</code> and an API key. In a shell,
        with the key in <code className="mono">CENOTE_API_KEY</code>:
      </p>
      <Command label="A first call" text={firstCall}>
        <Anchor href="/docs">API reference</Anchor>
      </Command>
    </div>
  );
};
