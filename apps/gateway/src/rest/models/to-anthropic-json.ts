import { startOfDay } from "@cenote/core";
import type { ListedModel, ModelList } from "../../models/directory";

/** One model in Anthropic's format. Members that their API has only for Claude are null. */
export const anthropicModelJson = ({ model }: ListedModel): string =>
  JSON.stringify({
    type: "model",
    id: model.id,
    display_name: model.id,
    created_at: new Date(Number(model.created) * 1_000).toISOString(),
    max_input_tokens: model.contextTokens ?? null,
    max_tokens: model.maxOutputTokens ?? null,
    capabilities: null,
    line: null,
    lifecycle: model.shutdownDate === undefined ? "active" : "deprecated",
    deprecated_at: null,
    retires_at: model.shutdownDate === undefined ? null : new Date(startOfDay(model.shutdownDate)).toISOString(),
  });

/** The chat models, on one page: that API can call no others. */
export const anthropicModelListJson = ({ models }: ModelList): string => {
  const chats = models.filter(({ model: { type } }) => type === "chat");
  const ends = JSON.stringify({
    has_more: false,
    first_id: chats[0]?.model.id ?? null,
    last_id: chats.at(-1)?.model.id ?? null,
  });
  return `{"data":[${chats.map(anthropicModelJson).join(",")}],${ends.slice(1)}`;
};
