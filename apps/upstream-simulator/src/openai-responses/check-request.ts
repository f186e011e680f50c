import { isFields, type Fields } from "../json-body";
import { strictProblem } from "../openai/check-schema";
import { effortsOf, isReasoningModel, takesSampling } from "../openai/dialect";
import {
  belowProblem,
  isSet,
  listed,
  missingProblem,
  rangeProblem,
  shown,
  typeProblem,
  unknownProblem,
  valueProblem,
} from "../openai/field-problems";
import { invalidRequest, type Problem } from "../openai/problem";
import { inputProblem } from "./check-input";
import { toolsProblem } from "./check-tools";

const FIELDS = new Set([
  "background",
  "context_management",
  "conversation",
  "include",
  "input",
  "instructions",
  "max_output_tokens",
  "max_tool_calls",
  "metadata",
  "model",
  "moderation",
  "parallel_tool_calls",
  "previous_response_id",
  "prompt",
  "prompt_cache_key",
  "prompt_cache_options",
  "prompt_cache_retention",
  "reasoning",
  "safety_identifier",
  "service_tier",
  "store",
  "stream",
  "stream_options",
  "temperature",
  "text",
  "tool_choice",
  "tools",
  "top_logprobs",
  "top_p",
  "truncation",
  "user",
]);

/** Where fields of chat completions are in this API. */
const MOVED: Readonly<Record<string, string>> = {
  max_tokens: "max_output_tokens",
  max_completion_tokens: "max_output_tokens",
  messages: "input",
  reasoning_effort: "reasoning.effort",
  response_format: "text.format",
  verbosity: "text.verbosity",
};

const INCLUDABLE = [
  "file_search_call.results",
  "web_search_call.results",
  "web_search_call.action.sources",
  "message.input_image.image_url",
  "computer_call_output.output.image_url",
  "code_interpreter_call.outputs",
  "reasoning.encrypted_content",
  "message.output_text.logprobs",
];
const SUMMARIES = ["auto", "concise", "detailed"];
const VERBOSITIES = ["low", "medium", "high"];
const MIN_OUTPUT_TOKENS = 16;
const MAX_TOP_LOGPROBS = 20;

/** OpenAI's error for an invalid request for a response, with its order of checks. */
export const requestProblem = (body: Fields, provider: string): Problem | undefined =>
  fieldsProblem(body) ??
  statefulProblem(body) ??
  inputProblem(body["input"], provider) ??
  limitsProblem(body) ??
  flagsProblem(body) ??
  includeProblem(body) ??
  toolsProblem(body) ??
  textProblem(body) ??
  reasoningProblem(body);

const fieldsProblem = (body: Fields): Problem | undefined => {
  const unknown = Object.keys(body).find((name) => !FIELDS.has(name));
  if (unknown === undefined) return undefined;
  const place = Object.hasOwn(MOVED, unknown) ? MOVED[unknown] : undefined;
  return place === undefined
    ? unknownProblem(unknown)
    : invalidRequest(
        `Unsupported parameter: '${unknown}'. In the Responses API, this parameter has moved to '${place}'. Try again with the new parameter.`,
        unknown,
        "unsupported_parameter",
      );
};

/** Features that need stored state are rejected. */
const statefulProblem = (body: Fields): Problem | undefined => {
  const previous = body["previous_response_id"];
  if (isSet(body, "previous_response_id"))
    return invalidRequest(
      `Previous response with id '${shown(previous)}' not found.`,
      "previous_response_id",
      "previous_response_not_found",
    );
  const kept = ["background", "conversation", "prompt"].find((name) => isSet(body, name) && body[name] !== false);
  return kept === undefined ? undefined : invalidRequest(`The simulator stores nothing: it has no '${kept}'.`, kept);
};

const limitsProblem = (body: Fields): Problem | undefined => {
  const limit = body["max_output_tokens"];
  if (limit !== undefined && limit !== null) {
    if (typeof limit !== "number" || !Number.isInteger(limit))
      return typeProblem("max_output_tokens", "an integer", limit);
    if (limit < MIN_OUTPUT_TOKENS) return belowProblem("max_output_tokens", MIN_OUTPUT_TOKENS, limit);
  }
  return (
    rangeProblem(body, "temperature", 0, 2) ??
    rangeProblem(body, "top_p", 0, 1) ??
    rangeProblem(body, "top_logprobs", 0, MAX_TOP_LOGPROBS)
  );
};

const flagsProblem = (body: Fields): Problem | undefined => {
  const bad = ["stream", "store", "parallel_tool_calls"].find(
    (name) => isSet(body, name) && typeof body[name] !== "boolean",
  );
  if (bad !== undefined) return typeProblem(bad, "a boolean", body[bad]);
  if (isSet(body, "instructions") && typeof body["instructions"] !== "string")
    return typeProblem("instructions", "a string", body["instructions"]);
  if (!isSet(body, "stream_options")) return undefined;
  if (body["stream"] !== true)
    return invalidRequest("The 'stream_options' parameter is only allowed when 'stream' is enabled.", "stream_options");
  const unknown = Object.keys(body["stream_options"] as object).find((name) => name !== "include_obfuscation");
  return unknown === undefined ? undefined : unknownProblem(`stream_options.${unknown}`);
};

const includeProblem = (body: Fields): Problem | undefined => {
  const include = body["include"] ?? [];
  if (!Array.isArray(include)) return typeProblem("include", "an array of strings", include);
  const bad = include.findIndex((name) => !INCLUDABLE.includes(String(name)));
  if (bad !== -1) return valueProblem(include[bad], `include[${bad}]`, INCLUDABLE);
  return include.includes("reasoning.encrypted_content") && !isReasoningModel(String(body["model"]))
    ? invalidRequest("Encrypted content is not supported with this model.", "include")
    : undefined;
};

const textProblem = (body: Fields): Problem | undefined => {
  const { text } = body;
  if (text === undefined || text === null) return undefined;
  if (!isFields(text)) return typeProblem("text", "an object", text);
  if (isSet(text, "verbosity") && !VERBOSITIES.includes(shown(text["verbosity"])))
    return valueProblem(text["verbosity"], "text.verbosity", VERBOSITIES);
  const { format } = text;
  if (format === undefined || format === null) return undefined;
  if (!isFields(format)) return typeProblem("text.format", "an object", format);
  if (format["type"] === "text") return undefined;
  if (format["type"] === "json_object") {
    return /json/i.test(JSON.stringify(body["input"]))
      ? undefined
      : invalidRequest(
          "Response input messages must contain the word 'json' in some form to use 'text.format' of type 'json_object'.",
          "input",
        );
  }
  if (format["type"] !== "json_schema")
    return valueProblem(format["type"], "text.format.type", ["json_object", "json_schema", "text"]);
  const missing = ["name", "schema"].find((name) => !isSet(format, name));
  if (missing !== undefined) return missingProblem(`text.format.${missing}`);
  const { name, schema, strict } = format;
  return strict === true && isFields(schema)
    ? strictProblem(schema, {
        what: `response_format '${shown(name)}'`,
        param: "text.format.schema",
        code: "invalid_json_schema",
      })
    : undefined;
};

const reasoningProblem = (body: Fields): Problem | undefined => {
  const model = String(body["model"]);
  const reasoning = body["reasoning"] ?? {};
  if (!isFields(reasoning)) return typeProblem("reasoning", "an object", reasoning);
  const { effort, summary } = reasoning;
  const set = ["effort", "summary"].find((name) => isSet(reasoning, name));
  if (set !== undefined && !isReasoningModel(model)) return unsupported(`reasoning.${set}`, "unsupported_parameter");
  const efforts = effortsOf(model, "responses");
  if (efforts?.includes(shown(effort ?? "low")) === false) {
    return invalidRequest(
      `Unsupported value: '${shown(effort)}' is not supported with the '${model}' model. Supported values are: ${listed(efforts)}.`,
      "reasoning.effort",
      "unsupported_value",
    );
  }
  if (summary !== undefined && summary !== null && !SUMMARIES.includes(shown(summary)))
    return valueProblem(summary, "reasoning.summary", SUMMARIES);
  if (takesSampling(model, effort)) return undefined;
  const sampling = ["temperature", "top_p", "top_logprobs"].find((name) => isSet(body, name));
  return sampling === undefined ? undefined : unsupported(sampling, null);
};

const unsupported = (name: string, code: string | null): Problem =>
  invalidRequest(`Unsupported parameter: '${name}' is not supported with this model.`, name, code);
