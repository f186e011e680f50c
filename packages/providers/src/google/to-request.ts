import { jsonHeaders } from "../requests/json-headers";
import { wantsJson } from "../requests/wants-json";
import type { ChatCall, Tool, ToolChoice } from "../spec";
import type { Target, WireRequest } from "../target";
import { type Quirks, quirksOf } from "./quirks";
import { createWireSchemas } from "./schema";
import { toThinkingConfig } from "./thinking";
import { toContents } from "./to-contents";
import { withoutUnsupported } from "./unsupported";

const VERSION = "/v1beta";
const HAS_VERSION = /\/v\d\w*$/;

/** The base URL with the API's version. */
export const rootOf = ({ baseUrl }: Target): string => (HAS_VERSION.test(baseUrl) ? baseUrl : `${baseUrl}${VERSION}`);

/** @param method For example `generateContent`, with its query. */
export const urlOf = (target: Target, method: string): string =>
  `${rootOf(target)}/${resourceOf(target.model)}:${method}`;

/** The resource name of a model: `models/gemini-2.5-flash`. Tuned models have another prefix. */
export const resourceOf = (model: string): string => (model.includes("/") ? model : `models/${model}`);

export const KEY_HEADER = "x-goog-api-key";

export const toHeaders = (target: Target, accept: string): Record<string, string> =>
  jsonHeaders(target, KEY_HEADER, accept);

type ToWireSchema = (schema: object) => unknown;

const toDeclaration = ({ name, description, parameters }: Tool, toWireSchema: ToWireSchema): object => ({
  name,
  description,
  parametersJsonSchema: parameters === undefined ? undefined : toWireSchema(parameters),
});

const toCallingConfig = (choice: ToolChoice): object => {
  switch (choice.mode) {
    case "none":
      return { mode: "NONE" };
    case "auto":
      return { mode: "AUTO" };
    case "required":
      return { mode: "ANY" };
    case "function":
      return { mode: "ANY", allowedFunctionNames: [choice.name] };
  }
};

const toFormat = ({ responseFormat: format }: ChatCall, toWireSchema: ToWireSchema): object => {
  if (format === undefined || format.type === "text") return {};
  return {
    responseMimeType: "application/json",
    ...(format.type === "json_schema" ? { responseJsonSchema: toWireSchema(format.schema) } : {}),
  };
};

/** The API accepts only signed 32-bit seeds. Of a larger one the lowest 32 bits are sent, always the same. */
const toSeed = (seed: number): number => seed | 0;

const toGenerationConfig = (call: ChatCall, quirks: Quirks, toWireSchema: ToWireSchema): object | undefined => {
  const logprobs =
    call.logprobs === true
      ? { responseLogprobs: true, logprobs: (call.topLogprobs ?? 0) > 0 ? call.topLogprobs : undefined }
      : {};
  const config: Readonly<Record<string, unknown>> = {
    temperature: call.temperature,
    topP: call.topP,
    maxOutputTokens: call.maxTokens,
    stopSequences: call.stop,
    seed: call.seed === undefined ? undefined : toSeed(call.seed),
    presencePenalty: call.presencePenalty,
    frequencyPenalty: call.frequencyPenalty,
    ...logprobs,
    ...toFormat(call, toWireSchema),
    thinkingConfig: toThinkingConfig(call.reasoningEffort, quirks),
  };
  return Object.values(config).some((value) => value !== undefined) ? config : undefined;
};

/** With a JSON format, functions that may not be called are left out, because the API refuses the combination. */
const toolsOf = (call: ChatCall): readonly Tool[] =>
  call.tools === undefined || (call.toolChoice?.mode === "none" && wantsJson(call)) ? [] : call.tools;

const schemasOf = (tools: readonly Tool[], { responseFormat: format }: ChatCall): object[] => [
  ...tools.flatMap(({ parameters }) => parameters ?? []),
  ...(format?.type === "json_schema" ? [format.schema] : []),
];

/** `POST models/{model}:generateContent` or `:streamGenerateContent`. Fields that the caller did not set are left out. */
export const toRequest = (call: ChatCall, target: Target, stream: boolean): WireRequest => {
  const quirks = quirksOf(target);
  const honoured = withoutUnsupported(call, quirks);
  const tools = toolsOf(honoured);
  const toWireSchema = createWireSchemas(schemasOf(tools, honoured));
  // JSON.stringify leaves out undefined fields.
  const body = {
    ...toContents(honoured, quirks),
    tools:
      tools.length === 0
        ? undefined
        : [{ functionDeclarations: tools.map((tool) => toDeclaration(tool, toWireSchema)) }],
    toolConfig:
      tools.length === 0 || honoured.toolChoice === undefined
        ? undefined
        : { functionCallingConfig: toCallingConfig(honoured.toolChoice) },
    generationConfig: toGenerationConfig(honoured, quirks, toWireSchema),
  };
  return {
    method: "POST",
    url: urlOf(target, stream ? "streamGenerateContent?alt=sse" : "generateContent"),
    headers: toHeaders(target, stream ? "text/event-stream" : "application/json"),
    body: JSON.stringify(body),
  };
};
