import { useEffect, useState } from "react";
import { useSearch } from "wouter";
import { useQueryWithRetry } from "../../api/use-query-with-retry";
import { ChatModelsDocument } from "../../generated/operations";
import { Empty } from "../../parts/empty";
import { Failure } from "../../parts/failure";
import { Loading } from "../../parts/loading";
import { Page } from "../../parts/page";
import { Section } from "../../parts/section";
import { useKept } from "../../session/use-kept";
import { firstModel } from "../../shell/first-model";
import { asksForModel } from "../../shell/model-address";
import { acceptedTypes } from "./chat-files";
import { type ChatSettings, NO_SETTINGS } from "./chat-input";
import { ChatSettingsForm } from "./chat-settings-form";
import { Conversation } from "./conversation-view";
import styles from "./playground-page.module.css";

/** A conversation with a model, over the public API. */
export const PlaygroundPage = () => {
  const { data, fetching, failure } = useQueryWithRetry({ query: ChatModelsDocument });
  const { before, keep } = useKept<ChatSettings>("chat settings");
  const search = useSearch();
  // The address's model has precedence over the last visit's.
  const [settings, setSettings] = useState({ ...(before ?? NO_SETTINGS), ...(asksForModel(search) && { model: "" }) });
  useEffect(() => {
    keep(settings);
  }, [keep, settings]);
  const models = data?.models ?? [];
  const { model } = settings;
  const chosen = models.some(({ id }) => id === model)
    ? settings
    : { ...settings, model: firstModel(search, models)?.id ?? "" };
  const capabilities = models.find(({ id }) => id === chosen.model)?.capabilities ?? [];
  // Leaves out settings of another model that this model does not support.
  const fitting = {
    ...chosen,
    ...(!capabilities.includes("REASONING") && { reasoningEffort: "" }),
    ...(!capabilities.includes("TOOLS") && { tools: "" }),
  };
  return (
    <Page title="Playground">
      {failure === undefined ? null : <Failure {...failure} />}
      {data === undefined ? (
        fetching && <Loading label="Loading models" />
      ) : models.length === 0 ? (
        <Empty>No chat model can be called: no provider has a key.</Empty>
      ) : (
        <div className={styles.columns}>
          <Section title="Settings">
            <ChatSettingsForm settings={fitting} models={models} change={setSettings} />
          </Section>
          <Conversation settings={fitting} accepted={acceptedTypes(capabilities)} />
        </div>
      )}
    </Page>
  );
};
