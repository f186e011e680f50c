import { Stack, Textarea, TextInput } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { Command } from "../../first-call/command";
import { curlCommand } from "../../first-call/curl-command";
import { formatCount } from "../../format/format-count";
import type { ChatModelsQuery } from "../../generated/operations";
import { Pick } from "../../parts/pick";
import { type ChatSettings, toRestBody } from "./chat-input";
import styles from "./chat-settings-form.module.css";
import { formatPrice } from "./format-price";

interface ChatSettingsFormProps {
  readonly settings: ChatSettings;
  readonly models: ChatModelsQuery["models"];
  readonly change: (settings: ChatSettings) => void;
}

/**
 * The breakpoint of playground-page.module.css. With one column, open settings would push the conversation off the
 * screen.
 */
const TWO_COLUMNS = "(min-width: 56.01em)";

export const ChatSettingsForm = ({ settings, models, change }: ChatSettingsFormProps) => {
  const hasTwoColumns = useMediaQuery(TWO_COLUMNS, true, { getInitialValueInEffect: false });
  const model = models.find(({ id }) => id === settings.model);
  const maxOutputTokens = model?.maxOutputTokens;
  const price = formatPrice(model?.prices ?? []);
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
      <details className={styles.more} open={hasTwoColumns}>
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
              maxOutputTokens === undefined || maxOutputTokens === null
                ? "Empty: the model’s own."
                : `At most ${formatCount(maxOutputTokens)}. Empty: the model’s own.`
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
      <details className={styles.more}>
        <summary>These settings as a command</summary>
        <Command
          label="A call with these settings"
          text={curlCommand({ origin: location.origin, body: toRestBody(settings) })}
        />
      </details>
    </Stack>
  );
};
