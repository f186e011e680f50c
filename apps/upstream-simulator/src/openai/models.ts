import { isMissing } from "../missing-model";
import { plainAnswer, type Answer } from "../wire-format";
import { modelNotFound, problemBody } from "./problem";

/** The listed models. */
const LISTED: Readonly<Record<string, readonly string[]>> = {
  openai: [
    "gpt-5",
    "gpt-5-mini",
    "gpt-4.1",
    "gpt-4.1-mini",
    "gpt-4o",
    "gpt-4o-mini",
    "o4-mini",
    "text-embedding-3-small",
    "text-embedding-3-large",
  ],
  mistral: ["mistral-large-latest", "mistral-small-latest", "magistral-medium-latest", "mistral-embed"],
  deepseek: ["deepseek-chat", "deepseek-reasoner"],
  xai: ["grok-4", "grok-3-mini"],
  groq: ["llama-3.3-70b-versatile", "openai/gpt-oss-120b"],
};

const CREATED_S = 1_735_689_600;

export const modelsAnswer = (provider: string): Answer => {
  const ids = (Object.hasOwn(LISTED, provider) ? LISTED[provider] : undefined) ?? ["simulated-model"];
  return plainAnswer(200, JSON.stringify({ object: "list", data: ids.map((id) => toModel(id, provider)) }));
};

export const modelAnswer = (provider: string, id: string): Answer =>
  isMissing(id)
    ? plainAnswer(404, problemBody(provider, modelNotFound(id)))
    : plainAnswer(200, JSON.stringify(toModel(id, provider)));

const toModel = (id: string, provider: string) => ({ id, object: "model", created: CREATED_S, owned_by: provider });
