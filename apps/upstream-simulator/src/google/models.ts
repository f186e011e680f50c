import { isMissing } from "../missing-model";
import { plainAnswer, type Answer } from "../wire-format";
import { modelNotFound, problemBody } from "./problem";
import { traitsOf } from "./traits";

/** The listed models. */
const LISTED = [
  "gemini-2.0-flash",
  "gemini-2.5-flash",
  "gemini-2.5-flash-lite",
  "gemini-2.5-pro",
  "gemini-3-flash-preview",
  "gemini-3.1-flash-lite",
  "gemini-3.1-pro-preview",
  "gemini-3.5-flash",
  "gemini-embedding-001",
  "gemini-embedding-2",
];
const INPUT_TOKENS = 1_048_576;
const OUTPUT_TOKENS = 65_536;
const EMBEDDING_TOKENS = 2_048;

const toModel = (model: string): object => {
  const shared = { name: `models/${model}`, version: "001", displayName: model };
  if (model.includes("embedding"))
    return {
      ...shared,
      inputTokenLimit: EMBEDDING_TOKENS,
      outputTokenLimit: 1,
      supportedGenerationMethods: ["embedContent", "countTextTokens", "countTokens"],
    };
  return {
    ...shared,
    inputTokenLimit: INPUT_TOKENS,
    outputTokenLimit: OUTPUT_TOKENS,
    supportedGenerationMethods: ["generateContent", "countTokens"],
    temperature: 1,
    topP: 0.95,
    topK: 64,
    maxTemperature: 2,
    thinking: traitsOf(model).thinking !== "none",
  };
};

export const modelsAnswer = (): Answer => plainAnswer(200, JSON.stringify({ models: LISTED.map(toModel) }));

export const modelAnswer = (model: string): Answer =>
  isMissing(model)
    ? plainAnswer(404, problemBody(modelNotFound(model, "GetModel")))
    : plainAnswer(200, JSON.stringify(toModel(model)));
