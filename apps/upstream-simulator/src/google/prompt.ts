import type { Directive } from "../behaviour/behaviour";
import { readDirectives } from "../behaviour/directives";
import type { Prompt } from "../pseudo-model/generate";
import { countTokens } from "../pseudo-model/tokens";
import { traitsOf } from "./traits";
import type { Content, GenerateRequest, Part } from "./wire-types";

/** For an image of up to 384 pixels a side, or one page of a file: sizes and pages are not looked up. */
const IMAGE_TOKENS = 258;
const TOKENS_PER_CONTENT = 1;
const TOKENS_PER_CALL = 3;

export interface DirectedPrompt {
  readonly prompt: Prompt;
  readonly directives: readonly Directive[];
}

/** Directives are read from the last user turn; their text costs no tokens. Throws SettingError. */
export const toPrompt = (request: GenerateRequest, model: string): DirectedPrompt => {
  const { contents, generationConfig: config = {} } = request;
  const lastUser = contents.findLastIndex(
    (content) => content.role !== "model" && content.parts.some((part) => part.text !== undefined),
  );
  const { text: asked, directives } = readDirectives(textOf(contents[lastUser]));
  const last = contents.at(-1);
  const prompt: Prompt = {
    asked,
    prefix: last?.role === "model" ? textOf(last) : "",
    promptTokens: promptTokens(request, directives.length > 0 ? lastUser : -1, asked),
    maxTokens: config.maxOutputTokens,
    stop: (config.stopSequences ?? []).filter((sequence) => sequence !== ""),
    tools: toolsOf(request),
    toolChoice: toolChoice(request),
    parallelTools: true,
    afterTool: last?.parts.some((part) => part.functionResponse !== undefined) === true,
    calledTools: contents
      .slice(lastUser + 1)
      .flatMap(({ parts }) => parts.flatMap(({ functionCall }) => functionCall?.name ?? [])),
    schema:
      config.responseMimeType === "application/json"
        ? (config.responseJsonSchema ?? lowerCased(config.responseSchema) ?? {})
        : undefined,
    reasons: traitsOf(model).thinksUnasked
      ? config.thinkingConfig?.thinkingBudget !== 0
      : (config.thinkingConfig?.thinkingBudget ?? 0) > 0,
  };
  return { prompt, directives };
};

/** The tokens of the whole request; countTokens uses it too. */
export const promptTokens = (
  { contents, systemInstruction, tools, generationConfig }: GenerateRequest,
  directed: number,
  asked: string,
): number => {
  const ofContents = contents.reduce(
    (sum, content, index) => sum + contentTokens(content, index === directed ? asked : undefined),
    0,
  );
  const ofSystem = systemInstruction === undefined ? 0 : contentTokens(systemInstruction, undefined);
  const ofTools = tools === undefined ? 0 : countTokens(JSON.stringify(tools));
  const schema = generationConfig?.responseJsonSchema ?? generationConfig?.responseSchema;
  return ofContents + ofSystem + ofTools + (schema === undefined ? 0 : countTokens(JSON.stringify(schema)));
};

const contentTokens = (content: Content, textInPlace: string | undefined): number =>
  TOKENS_PER_CONTENT +
  countTokens(textInPlace ?? textOf(content)) +
  content.parts.reduce((sum, part) => sum + otherTokens(part), 0);

const otherTokens = ({ inlineData, fileData, functionCall, functionResponse }: Part): number => {
  if (inlineData !== undefined || fileData !== undefined) return IMAGE_TOKENS;
  if (functionCall !== undefined)
    return TOKENS_PER_CALL + countTokens(functionCall.name) + countTokens(JSON.stringify(functionCall.args ?? {}));
  return functionResponse === undefined
    ? 0
    : TOKENS_PER_CALL + countTokens(functionResponse.name) + countTokens(JSON.stringify(functionResponse.response));
};

const toolsOf = ({ tools = [], toolConfig }: GenerateRequest): Prompt["tools"] => {
  const allowed = toolConfig?.functionCallingConfig?.allowedFunctionNames ?? [];
  return tools
    .flatMap(({ functionDeclarations = [] }) => functionDeclarations)
    .filter(({ name }) => allowed.length === 0 || allowed.includes(name))
    .map(({ name, parameters, parametersJsonSchema }) => ({
      name,
      parameters: parametersJsonSchema ?? lowerCased(parameters) ?? {},
    }));
};

const toolChoice = ({ toolConfig }: GenerateRequest): Prompt["toolChoice"] => {
  const mode = toolConfig?.functionCallingConfig?.mode;
  if (mode === "NONE") return "none";
  return mode === "ANY" ? "required" : "auto";
};

/** Google's older schemas write types in upper case. */
const lowerCased = <Schema>(schema: Schema): Schema =>
  schema === undefined
    ? schema
    : (JSON.parse(JSON.stringify(schema), (name, value: unknown) =>
        name === "type" && typeof value === "string" ? value.toLowerCase() : value,
      ) as Schema);

const textOf = (content: Content | undefined): string =>
  (content?.parts ?? [])
    .filter((part) => part.thought !== true)
    .map((part) => part.text ?? "")
    .join("\n")
    .trim();
