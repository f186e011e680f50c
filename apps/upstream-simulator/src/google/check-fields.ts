import { isFields, type Fields } from "../json-body";
import { invalidArgument, unknownName, type Problem } from "./problem";

interface Known {
  readonly [name: string]: Kind;
}
/** A table: an object with these fields. A list: a list of such values. `any`: anything. */
type Kind = "any" | "text" | "number" | "integer" | "flag" | "object" | Known | readonly [Kind];

const PART: Known = {
  text: "text",
  thought: "flag",
  thoughtSignature: "text",
  inlineData: { mimeType: "text", data: "text", displayName: "text" },
  fileData: { mimeType: "text", fileUri: "text", displayName: "text" },
  functionCall: { id: "text", name: "text", args: "object" },
  functionResponse: {
    id: "text",
    name: "text",
    response: "object",
    parts: "any",
    willContinue: "flag",
    scheduling: "text",
  },
  executableCode: "any",
  codeExecutionResult: "any",
  videoMetadata: "any",
  mediaResolution: "any",
  partMetadata: "any",
};
const CONTENT: Known = { role: "text", parts: [PART] };
const FUNCTION: Known = {
  name: "text",
  description: "text",
  parameters: "object",
  parametersJsonSchema: "object",
  response: "object",
  responseJsonSchema: "object",
  behavior: "text",
};
const GENERATION_CONFIG: Known = {
  temperature: "number",
  topP: "number",
  topK: "number",
  candidateCount: "integer",
  maxOutputTokens: "integer",
  stopSequences: ["text"],
  seed: "integer",
  presencePenalty: "number",
  frequencyPenalty: "number",
  responseLogprobs: "flag",
  logprobs: "integer",
  responseMimeType: "text",
  responseSchema: "object",
  responseJsonSchema: "object",
  responseModalities: ["text"],
  speechConfig: "any",
  mediaResolution: "text",
  imageConfig: "any",
  enableEnhancedCivicAnswers: "flag",
  routingConfig: "any",
  thinkingConfig: { includeThoughts: "flag", thinkingBudget: "integer", thinkingLevel: "text" },
};
const REQUEST: Known = {
  model: "text",
  contents: [CONTENT],
  systemInstruction: CONTENT,
  safetySettings: "any",
  cachedContent: "text",
  generationConfig: GENERATION_CONFIG,
  tools: [
    {
      functionDeclarations: [FUNCTION],
      googleSearch: "any",
      googleSearchRetrieval: "any",
      codeExecution: "any",
      urlContext: "any",
    },
  ],
  toolConfig: { functionCallingConfig: { mode: "text", allowedFunctionNames: ["text"] }, retrievalConfig: "any" },
};

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  any: () => true,
  text: (value) => typeof value === "string",
  number: (value) => typeof value === "number",
  integer: (value) => typeof value === "number" && value === (value | 0),
  flag: (value) => typeof value === "boolean",
  object: (value) => isFields(value),
};
const TYPE_NAMES: Readonly<Record<string, string>> = {
  text: "TYPE_STRING",
  number: "TYPE_FLOAT",
  integer: "TYPE_INT32",
  flag: "TYPE_BOOL",
  object: "type.googleapis.com/google.protobuf.Struct",
};

/** What the API checks before anything else: unknown names, values of the wrong type. Only camelCase is known. */
export const fieldsProblem = (body: Fields): Problem | undefined => kindProblem(body, REQUEST, "");

const kindProblem = (value: unknown, kind: Kind, place: string): Problem | undefined => {
  if (value === null) return undefined;
  if (typeof kind === "string") {
    return TYPES[kind]?.(value) === true
      ? undefined
      : invalidArgument(`Invalid value at '${place}' (${TYPE_NAMES[kind] ?? ""}), ${JSON.stringify(value)}`);
  }
  if (isList(kind)) {
    if (!Array.isArray(value)) return invalidArgument(`Invalid value at '${place}', ${JSON.stringify(value)}`);
    return first(value.map((item: unknown, index) => () => kindProblem(item, kind[0], `${place}[${index}]`)));
  }
  if (!isFields(value)) return invalidArgument(`Invalid value at '${place}', ${JSON.stringify(value)}`);
  return first(
    Object.entries(value).map(([name, inner]) => () => {
      const known = Object.hasOwn(kind, name) ? kind[name] : undefined;
      return known === undefined
        ? unknownName(name, place)
        : kindProblem(inner, known, place === "" ? snake(name) : `${place}.${snake(name)}`);
    }),
  );
};

const first = (checks: readonly (() => Problem | undefined)[]): Problem | undefined => {
  for (const check of checks) {
    const found = check();
    if (found !== undefined) return found;
  }
  return undefined;
};

const isList = (kind: Kind): kind is readonly [Kind] => Array.isArray(kind);

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
