import { isFields, type Fields } from "../json-body";
import { dialectProblem } from "./check-dialect";
import { messagesProblem } from "./check-messages";
import { orderProblem } from "./check-order";
import { pairsProblem } from "./check-pairs";
import { parametersProblem, strictProblem } from "./check-schema";
import { dialectOf, effortsOf, isReasoningModel, takesSampling, takesTools, type Dialect } from "./dialect";
import {
  belowProblem,
  emptyProblem,
  FUNCTION_NAME,
  isSet,
  lengthProblem,
  misnamedFunction,
  missingProblem,
  rangeProblem,
  shown,
  typeProblem,
} from "./field-problems";
import { invalidRequest, type Problem } from "./problem";

const MAX_TOP_LOGPROBS = 20;

/** OpenAI's error for an invalid chat completion request, with its order of checks. */
export const chatProblem = (body: Fields, provider: string): Problem | undefined => {
  const dialect = dialectOf(provider);
  return (
    messagesProblem(body["messages"]) ??
    pairsProblem(body["messages"] as readonly Fields[], dialect) ??
    (dialect.ordersRoles ? orderProblem(body["messages"] as readonly Fields[]) : undefined) ??
    samplingProblem(body) ??
    limitsProblem(body, dialect) ??
    streamProblem(body) ??
    toolsProblem(body, dialect) ??
    formatProblem(body, dialect) ??
    reasoningProblem(body, dialect) ??
    dialectProblem(body, dialect)
  );
};

const samplingProblem = (body: Fields): Problem | undefined =>
  rangeProblem(body, "temperature", 0, 2) ??
  rangeProblem(body, "top_p", 0, 1) ??
  rangeProblem(body, "presence_penalty", -2, 2) ??
  rangeProblem(body, "frequency_penalty", -2, 2) ??
  rangeProblem(body, "top_logprobs", 0, MAX_TOP_LOGPROBS) ??
  (body["top_logprobs"] !== undefined && body["top_logprobs"] !== null && body["logprobs"] !== true
    ? invalidRequest("'logprobs' must be true when 'top_logprobs' is set.", "top_logprobs")
    : undefined);

const limitsProblem = (body: Fields, { maxStopSequences }: Dialect): Problem | undefined => {
  for (const name of ["max_tokens", "max_completion_tokens"]) {
    const value = body[name];
    if (value === undefined || value === null) continue;
    if (typeof value !== "number" || !Number.isInteger(value)) return typeProblem(name, "an integer", value);
    if (value < 1) return belowProblem(name, 1, value);
  }
  if (isSet(body, "max_tokens") && isSet(body, "max_completion_tokens")) {
    return invalidRequest(
      "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.",
      "max_tokens",
      "invalid_parameter_combination",
    );
  }
  if (isSet(body, "n") && body["n"] !== 1)
    return invalidRequest("The simulator gives one choice: 'n' must be 1.", "n", "invalid_value");
  const { stop } = body;
  return Array.isArray(stop) ? lengthProblem(stop, "stop", maxStopSequences) : undefined;
};

const streamProblem = (body: Fields): Problem | undefined => {
  if (isSet(body, "stream") && typeof body["stream"] !== "boolean")
    return typeProblem("stream", "a boolean", body["stream"]);
  return isSet(body, "stream_options") && body["stream"] !== true
    ? invalidRequest("The 'stream_options' parameter is only allowed when 'stream' is enabled.", "stream_options")
    : undefined;
};

const toolsProblem = (body: Fields, { maxTools, checksSchemas }: Dialect): Problem | undefined => {
  const { tools } = body;
  if (!isSet(body, "tools")) {
    return isSet(body, "tool_choice") && body["tool_choice"] !== "none"
      ? invalidRequest(
          "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.",
          "tool_choice",
        )
      : undefined;
  }
  if (!Array.isArray(tools)) return typeProblem("tools", "an array of objects", tools);
  if (tools.length === 0) return emptyProblem("tools");
  const long = lengthProblem(tools, "tools", maxTools);
  if (long !== undefined) return long;
  const names: string[] = [];
  for (const [index, tool] of tools.entries()) {
    const declared = isFields(tool) && isFields(tool["function"]) ? tool["function"]["name"] : undefined;
    if (typeof declared !== "string") return missingProblem(`tools[${index}].function.name`);
    if (!FUNCTION_NAME.test(declared)) return misnamedFunction(`tools[${index}].function.name`);
    names.push(declared);
    const problem = checksSchemas ? functionProblem(tool as Fields, index) : undefined;
    if (problem !== undefined) return problem;
  }
  return choiceProblem(body["tool_choice"], names);
};

const functionProblem = (tool: Fields, index: number): Problem | undefined => {
  const { name, parameters, strict } = tool["function"] as Fields;
  return isFields(parameters)
    ? parametersProblem(parameters, strict === true, {
        what: `function '${shown(name)}'`,
        param: `tools[${index}].function.parameters`,
        code: "invalid_function_parameters",
      })
    : undefined;
};

const choiceProblem = (choice: unknown, names: readonly string[]): Problem | undefined => {
  if (!isFields(choice)) return undefined;
  const name = isFields(choice["function"]) ? choice["function"]["name"] : undefined;
  return typeof name === "string" && names.includes(name)
    ? undefined
    : invalidRequest(`Tool choice '${shown(name)}' not found in 'tools' parameter.`, "tool_choice");
};

const formatProblem = (body: Fields, { jsonWithTools, checksSchemas }: Dialect): Problem | undefined => {
  const format = body["response_format"];
  if (!isFields(format)) return undefined;
  if (!jsonWithTools && format["type"] !== "text" && isSet(body, "tools"))
    return invalidRequest("json mode cannot be combined with tool/function calling", "response_format");
  if (format["type"] === "json_object" && !/json/i.test(JSON.stringify(body["messages"]))) {
    return invalidRequest(
      "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
      "messages",
    );
  }
  if (format["type"] !== "json_schema") return undefined;
  const declared = format["json_schema"];
  if (!isFields(declared)) return missingProblem("response_format.json_schema");
  const { name, schema, strict } = declared;
  if (typeof name !== "string") return missingProblem("response_format.json_schema.name");
  return checksSchemas && strict === true && isFields(schema)
    ? strictProblem(schema, {
        what: `response_format '${name}'`,
        param: "response_format",
        code: "invalid_json_schema",
      })
    : undefined;
};

const reasoningProblem = (body: Fields, dialect: Dialect): Problem | undefined => {
  const model = String(body["model"]);
  if (!dialect.strictReasoning || !isReasoningModel(model)) return undefined;
  if (isSet(body, "max_tokens")) {
    return invalidRequest(
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      "max_tokens",
      "unsupported_parameter",
    );
  }
  const never =
    ["stop", "logit_bias"].find((name) => isSet(body, name)) ??
    ["presence_penalty", "frequency_penalty"].find((name) => isSet(body, name) && body[name] !== 0);
  if (never !== undefined)
    return invalidRequest(
      `Unsupported parameter: '${never}' is not supported with this model.`,
      never,
      "unsupported_parameter",
    );
  const effort = body["reasoning_effort"];
  if (effortsOf(model, "chat")?.includes(shown(effort ?? "low")) === false) {
    return invalidRequest(
      `Unsupported value: 'reasoning_effort' does not support '${shown(effort)}' with this model.`,
      "reasoning_effort",
      "unsupported_value",
    );
  }
  if (isSet(body, "tools") && !takesTools(model, effort)) {
    return invalidRequest(
      `Function tools with reasoning_effort are not supported for ${model} in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.`,
      "reasoning_effort",
    );
  }
  if (takesSampling(model, effort)) return undefined;
  for (const name of ["temperature", "top_p"]) {
    if (isSet(body, name) && body[name] !== 1) {
      return invalidRequest(
        `Unsupported value: '${name}' does not support ${shown(body[name])} with this model. Only the default (1) value is supported.`,
        name,
        "unsupported_value",
      );
    }
  }
  return undefined;
};
