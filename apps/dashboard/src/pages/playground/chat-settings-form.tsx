import { Stack, Textarea, TextInput } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { formatCount } from "../../format/format-count";
import type { ChatModelsQuery } from "../../generated/operations";
import { Pick } from "../../parts/pick";
import type { ChatSettings } from "./chat-input";
import styles from "./chat-settings-form.module.css";
import { tellPrice } from "./tell-price";

interface ChatSettingsFormProps {
  readonly settings: ChatSettings;
  readonly models: ChatModelsQuery["models"];
  readonly change: (settings: ChatSettings) => void;
}

/**
 * As in playground-page.module.css: beside the conversation all settings have room, above it they would push it off the
 * screen.
 */
const BESIDE = "(min-width: 56.01em)";

export const ChatSettingsForm = ({ settings, models, change }: ChatSettingsFormProps) => {
  const isBeside = useMediaQuery(BESIDE, true, { getInitialValueInEffect: false });
  const model = models.find(({ id }) => id === settings.model);
  const most = model?.maxOutputTokens;
  const price = tellPrice(model?.prices ?? []);
  return (
    <Stack gap="sm">
      <Pick
        label="Model"
        value={settings.model}
        options={models.map(({ id }) => ({ value: id, label: id }))}
        choose={(id) => {
          change({ ...settings, model: id });
        }}
      />
      {price === undefined ? null : <p className={`faint ${styles.price}`}>{price}</p>}
      <details className={styles.more} open={isBeside}>
        <summary>More settings</summary>
        <Stack gap="sm">
          <Textarea
            label="System prompt"
            rows={3}
            value={settings.system}
            onChange={(event) => {
              change({ ...settings, system: event.currentTarget.value });
            }}
          />
          <TextInput
            label="Temperature"
            description="0 to 2. Empty: the model’s own."
            type="number"
            min={0}
            max={2}
            step="any"
            value={settings.temperature}
            onChange={(event) => {
              change({ ...settings, temperature: event.currentTarget.value });
            }}
          />
          <TextInput
            label="Maximum tokens"
            description={
              most === undefined || most === null
                ? "Empty: the model’s own."
                : `At most ${formatCount(most)}. Empty: the model’s own.`
            }
            type="number"
            min={1}
            step={1}
            value={settings.maxTokens}
            onChange={(event) => {
              change({ ...settings, maxTokens: event.currentTarget.value });
            }}
          />
        </Stack>
      </details>
    </Stack>
  );
};
