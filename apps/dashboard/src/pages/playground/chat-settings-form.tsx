import { Stack, Textarea, TextInput } from "@mantine/core";
import type { ChatModelsQuery } from "../../generated/operations";
import { Pick } from "../../parts/pick";
import type { ChatSettings } from "./chat-input";

interface ChatSettingsFormProps {
  readonly settings: ChatSettings;
  readonly models: ChatModelsQuery["models"];
  readonly change: (settings: ChatSettings) => void;
}

export const ChatSettingsForm = ({ settings, models, change }: ChatSettingsFormProps) => {
  const most = models.find(({ id }) => id === settings.model)?.maxOutputTokens;
  return (
    <Stack gap="sm">
      <Pick label="Model" value={settings.model} options={models.map(({ id }) => ({ value: id, label: id }))} choose={(model) => { change({ ...settings, model }); }} />
      <Textarea label="System prompt" rows={3} value={settings.system} onChange={(event) => { change({ ...settings, system: event.currentTarget.value }); }} />
      <TextInput label="Temperature" description="0 to 2; the model’s own without." type="number" min={0} max={2} step="any" value={settings.temperature}
        onChange={(event) => { change({ ...settings, temperature: event.currentTarget.value }); }} />
      <TextInput label="Maximum tokens" description={most === undefined || most === null ? "The model’s own without." : `At most ${most}; the model’s own without.`} type="number" min={1} step={1}
        value={settings.maxTokens} onChange={(event) => { change({ ...settings, maxTokens: event.currentTarget.value }); }} />
    </Stack>
  );
};
