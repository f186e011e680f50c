import { Stack, Textarea, TextInput } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { formatCount } from "../../format/format-count";
import type { ChatModelsQuery, ModelCapability } from "../../generated/operations";
import { Select } from "../../parts/select";
import { type ChatSettings, toChatInput } from "./chat-input";
import styles from "./chat-settings-form.module.css";
import { readTools } from "./chat-tools";
import { CodeSample } from "./code-sample";
import { formatPrice } from "./format-price";

interface ChatSettingsFormProps {
  readonly settings: ChatSettings;
  readonly models: NonNullable<ChatModelsQuery["models"]>;
  readonly change: (settings: ChatSettings) => void;
}

const EFFORTS = [
  { value: "", label: "The model’s own" },
  ...["none", "minimal", "low", "medium", "high", "xhigh", "max"].map((value) => ({ value, label: value })),
];

/**
 * The breakpoint of playground-page.module.css. With one column, open settings would push the conversation off the
 * screen.
 */
const TWO_COLUMNS = "(min-width: 56.01em)";

export const ChatSettingsForm = ({ settings, models, change }: ChatSettingsFormProps) => {
  const hasTwoColumns = useMediaQuery(TWO_COLUMNS, true, { getInitialValueInEffect: false });
  const model = models.find(({ id }) => id === settings.model);
  const maxOutputTokens = model?.maxOutputTokens;
  const can = (capability: ModelCapability) => model?.capabilities.includes(capability) === true;
  const price = formatPrice(model?.prices ?? []);
  return (
    <Stack gap="sm">
      <Select
        label="Model"
        value={settings.model}
        options={models.map(({ id }) => ({ value: id, label: id }))}
        choose={(id) => {
          change({ ...settings, model: id });
        }}
      />
      {price === undefined ? null : <p className={`faint ${styles.price}`}>{price}</p>}
      <details className="more" open={hasTwoColumns}>
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
          {can("REASONING") ? (
            <Select
              label="Reasoning effort"
              value={settings.reasoningEffort}
              options={EFFORTS}
              choose={(reasoningEffort) => {
                change({ ...settings, reasoningEffort });
              }}
            />
          ) : null}
          {can("TOOLS") ? (
            <Textarea
              label="Tools"
              description="Functions the model may call: JSON, as in the API’s tools. Nothing is run here."
              rows={3}
              classNames={{ input: "mono" }}
              spellCheck={false}
              value={settings.tools}
              error={readTools(settings.tools) === null ? "Not a JSON list of functions with names: not sent." : null}
              onChange={(event) => {
                change({ ...settings, tools: event.currentTarget.value });
              }}
            />
          ) : null}
        </Stack>
      </details>
      <details className="more">
        <summary>These settings as code</summary>
        <CodeSample
          label="A call with these settings"
          input={toChatInput(settings, [], { text: "Hello!", files: [], results: [] })}
        />
      </details>
    </Stack>
  );
};
