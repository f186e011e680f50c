import type { Fields } from "../json-body";
import { FUNCTION_NAME, contentsProblem } from "./check-contents";
import { fieldsProblem } from "./check-fields";
import { invalidArgument, type Problem } from "./problem";
import { traitsOf, type Traits } from "./traits";
import type { FunctionDeclaration, GenerateRequest } from "./wire-types";

const MAX_STOP_SEQUENCES = 5;
const MAX_TOP_LOGPROBS = 20;
const MODES: ReadonlySet<string> = new Set(["MODE_UNSPECIFIED", "AUTO", "ANY", "NONE", "VALIDATED"]);
const LEVELS: ReadonlySet<string> = new Set(["MINIMAL", "LOW", "MEDIUM", "HIGH"]);

/** Google's error for an invalid generateContent request, with its order of checks. */
export const generateProblem = (body: Fields, model: string): Problem | undefined => {
  const traits = traitsOf(model);
  const request = body as unknown as GenerateRequest;
  return (
    fieldsProblem(body) ??
    contentsProblem(request.contents, model) ??
    samplingProblem(body["generationConfig"] as Fields | undefined) ??
    abilitiesProblem(request, model, traits) ??
    toolsProblem(request) ??
    formatProblem(request, traits) ??
    thinkingProblem(request, traits)
  );
};

const samplingProblem = (config: Fields = {}): Problem | undefined => {
  const of = (name: string): number | undefined => (typeof config[name] === "number" ? config[name] : undefined);
  const wrong = (field: string, words: string) =>
    invalidArgument(`* GenerateContentRequest.generation_config.${field}: ${words}\n`);
  const temperature = of("temperature") ?? 1;
  if (temperature < 0 || temperature > 2) return wrong("temperature", "temperature must be in the range [0.0, 2.0].");
  const topP = of("topP") ?? 1;
  if (topP < 0 || topP > 1) return wrong("top_p", "top_p must be in the range [0.0, 1.0].");
  if ((of("maxOutputTokens") ?? 1) < 1) return wrong("max_output_tokens", "max_output_tokens must be positive.");
  if ((of("candidateCount") ?? 1) !== 1) return invalidArgument("Multiple candidates is not enabled for this model");
  const logprobs = of("logprobs") ?? 0;
  if (logprobs < 0 || logprobs > MAX_TOP_LOGPROBS)
    return wrong("logprobs", `logprobs must be in the range [0, ${MAX_TOP_LOGPROBS}].`);
  if (logprobs > 0 && config["responseLogprobs"] !== true)
    return wrong("logprobs", "logprobs is only valid if response_logprobs is true.");
  return Array.isArray(config["stopSequences"]) && config["stopSequences"].length > MAX_STOP_SEQUENCES
    ? wrong("stop_sequences", `stop_sequences must have at most ${MAX_STOP_SEQUENCES} elements.`)
    : undefined;
};

const abilitiesProblem = (
  { generationConfig, systemInstruction }: GenerateRequest,
  model: string,
  traits: Traits,
): Problem | undefined => {
  const config = (generationConfig ?? {}) as Fields;
  const penalty = ["presencePenalty", "frequencyPenalty"].some((name) => (config[name] ?? 0) !== 0);
  if (penalty && !traits.penalties) return invalidArgument(`Penalty is not enabled for models/${model}`);
  if (config["responseLogprobs"] === true && !traits.logprobs)
    return invalidArgument(`Logprobs is not enabled for models/${model}`);
  return systemInstruction !== undefined && !traits.systemInstruction
    ? invalidArgument(`Developer instruction is not enabled for models/${model}`)
    : undefined;
};

const declarationProblem = (
  { name, parameters, parametersJsonSchema }: FunctionDeclaration,
  place: string,
): Problem | undefined => {
  if (!FUNCTION_NAME.test(name ?? "")) {
    return invalidArgument(
      `* ${place}.name: [FIELD_INVALID] Invalid function name. Must start with a letter or an underscore. Must be alphameric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 128.\n`,
    );
  }
  if (parameters !== undefined && parametersJsonSchema !== undefined)
    return invalidArgument(`* ${place}: parameters and parameters_json_schema are mutually exclusive.\n`);
  return schemaProblem(parametersJsonSchema, `${place}.parameters_json_schema`);
};

const toolsProblem = ({ tools = [], toolConfig }: GenerateRequest): Problem | undefined => {
  const declared = tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations);
  for (const [index, declaration] of declared.entries()) {
    const found = declarationProblem(declaration, `GenerateContentRequest.tools[0].function_declarations[${index}]`);
    if (found !== undefined) return found;
  }
  const { mode = "AUTO", allowedFunctionNames: allowed = [] } = toolConfig?.functionCallingConfig ?? {};
  if (!MODES.has(mode))
    return invalidArgument(
      `Invalid value at 'tool_config.function_calling_config.mode' (type.googleapis.com/google.ai.generativelanguage.v1beta.FunctionCallingConfig.Mode), "${mode}"`,
    );
  if (allowed.length > 0 && mode !== "ANY" && mode !== "VALIDATED")
    return invalidArgument(
      "Allowed function names should only be set when the function calling mode is ANY or VALIDATED.",
    );
  if (mode === "ANY" && declared.length === 0)
    return invalidArgument("Function calling config is set without function_declarations.");
  const unknown = allowed.find((name) => !declared.some((declaration) => declaration.name === name));
  return unknown === undefined
    ? undefined
    : invalidArgument(`Function name in allowed_function_names is not declared: ${unknown}`);
};

const formatProblem = (
  { generationConfig: config = {}, tools = [], toolConfig }: GenerateRequest,
  traits: Traits,
): Problem | undefined => {
  const json = config.responseMimeType === "application/json";
  if ((config.responseJsonSchema !== undefined || config.responseSchema !== undefined) && !json)
    return invalidArgument("Response schema requires the response mime type 'application/json'.");
  if (config.responseJsonSchema !== undefined && config.responseSchema !== undefined)
    return invalidArgument("Only one of response_schema and response_json_schema may be set.");
  const forced = toolConfig?.functionCallingConfig?.mode === "ANY";
  if (json && tools.length > 0 && (!traits.jsonWithTools || forced))
    return invalidArgument("Function calling with a response mime type: 'application/json' is unsupported");
  return schemaProblem(config.responseJsonSchema, "GenerateContentRequest.generation_config.response_json_schema");
};

/** Only keywords that begin with `$` may be next to a reference. */
const schemaProblem = (schema: unknown, place: string): Problem | undefined => {
  if (Array.isArray(schema))
    return schema.map((item) => schemaProblem(item, place)).find((found) => found !== undefined);
  if (typeof schema !== "object" || schema === null) return undefined;
  if (typeof (schema as Fields)["$ref"] === "string" && Object.keys(schema).some((name) => !name.startsWith("$"))) {
    return invalidArgument(`* ${place}: when $ref is set, no other fields may be set.\n`);
  }
  return Object.values(schema)
    .map((value) => schemaProblem(value, place))
    .find((found) => found !== undefined);
};

const thinkingProblem = ({ generationConfig }: GenerateRequest, traits: Traits): Problem | undefined => {
  const { thinkingConfig } = generationConfig ?? {};
  if (thinkingConfig === undefined) return undefined;
  const { thinkingBudget: budget, thinkingLevel: level, includeThoughts } = thinkingConfig;
  if (traits.thinking === "none") return invalidArgument("Thinking is not enabled for this model.");
  if (budget !== undefined && level !== undefined)
    return invalidArgument("You can only set only one of thinking budget and thinking level.");
  if (level !== undefined && traits.thinking === "budget")
    return invalidArgument("Thinking level is not supported for this model.");
  if (level !== undefined && !LEVELS.has(level.toUpperCase()) && !(traits.xhigh && level.toUpperCase() === "XHIGH"))
    return invalidArgument(`Invalid value at 'generation_config.thinking_config.thinking_level', "${level}"`);
  if (budget === 0 && !traits.thinkingOff)
    return invalidArgument("Budget 0 is invalid. This model only works in thinking mode.");
  return budget === 0 && includeThoughts === true
    ? invalidArgument("Thinking_config.include_thoughts is only enabled when thinking is enabled.")
    : undefined;
};
