import { isFields, wordOf, type Fields } from "../json-body";
import { messagesProblem } from "./check-messages";
import { toolsProblem } from "./check-tools";
import { capabilitiesOf, type Capabilities } from "./models";
import { invalidRequest, type Problem } from "./problem";
import { schemaProblem } from "./check-schema";

const KNOWN = new Set([
  "model",
  "max_tokens",
  "messages",
  "system",
  "stream",
  "stop_sequences",
  "tools",
  "tool_choice",
  "thinking",
  "output_config",
  "temperature",
  "top_p",
  "top_k",
  "metadata",
  "cache_control",
  "container",
  "diagnostics",
  "inference_geo",
  "service_tier",
  "speed",
]);
const MAX_USER_ID_CHARACTERS = 256;
const MIN_BUDGET_TOKENS = 1_024;
const MIN_TOP_P_WITH_THINKING = 0.95;
const MAX_CACHE_MARKS = 4;
const EFFORTS = new Set(["low", "medium", "high", "xhigh", "max"]);

/**
 * Anthropic's error for an invalid message request, with its order of checks.
 * @param counting The request only counts tokens.
 */
export const requestProblem = (body: Fields, counting: boolean): Problem | undefined => {
  const capabilities = capabilitiesOf(String(body["model"]));
  return (
    limitsProblem(body, counting) ??
    unknownProblem(body) ??
    messagesProblem(body, capabilities) ??
    systemProblem(body["system"]) ??
    samplingProblem(body, capabilities) ??
    toolsProblem(body, capabilities) ??
    thinkingProblem(body, capabilities) ??
    outputProblem(body["output_config"], capabilities, String(body["model"])) ??
    cacheProblem(body)
  );
};

const unknownProblem = (body: Fields): Problem | undefined => {
  const unknown = Object.keys(body).find((name) => !KNOWN.has(name));
  return unknown === undefined ? undefined : invalidRequest(`${unknown}: Extra inputs are not permitted`);
};

const limitsProblem = (body: Fields, counting: boolean): Problem | undefined => {
  const { max_tokens: maxTokens, stop_sequences: stop, metadata, stream } = body;
  if (maxTokens === undefined ? !counting : !Number.isInteger(maxTokens)) {
    return invalidRequest(
      maxTokens === undefined ? "max_tokens: Field required" : "max_tokens: Input should be a valid integer",
    );
  }
  if (typeof maxTokens === "number" && maxTokens < 1)
    return invalidRequest("max_tokens: must be greater than or equal to 1");
  if (stream !== undefined && typeof stream !== "boolean")
    return invalidRequest("stream: Input should be a valid boolean");
  if (stop !== undefined && !Array.isArray(stop)) return invalidRequest("stop_sequences: Input should be a valid list");
  if (Array.isArray(stop) && stop.some((sequence) => typeof sequence !== "string" || !/\S/.test(sequence))) {
    return invalidRequest("stop_sequences: each stop sequence must contain non-whitespace");
  }
  const userId = isFields(metadata) ? metadata["user_id"] : undefined;
  return typeof userId === "string" && userId.length > MAX_USER_ID_CHARACTERS
    ? invalidRequest(`metadata.user_id: String should have at most ${MAX_USER_ID_CHARACTERS} characters`)
    : undefined;
};

const systemProblem = (system: unknown): Problem | undefined => {
  if (system === undefined || typeof system === "string") return undefined;
  if (!Array.isArray(system)) return invalidRequest("system: Input should be a valid list");
  const index = system.findIndex((block) => !isFields(block) || block["type"] !== "text");
  if (index !== -1) return invalidRequest(`system.${index}.type: Input should be 'text'`);
  return system.some((block) => isFields(block) && !/\S/.test(String(block["text"])))
    ? invalidRequest("system: text content blocks must be non-empty")
    : undefined;
};

const samplingProblem = (body: Fields, { sampling }: Capabilities): Problem | undefined => {
  for (const name of ["temperature", "top_p"]) {
    const value = body[name];
    if (value === undefined) continue;
    if (typeof value !== "number" || value < 0 || value > 1) return invalidRequest(`${name}: range: 0..1`);
    if (sampling === "none" && value !== 1) return invalidRequest(`\`${name}\` is deprecated for this model.`);
  }
  return sampling === "one" && body["temperature"] !== undefined && body["top_p"] !== undefined
    ? invalidRequest("`temperature` and `top_p` cannot both be specified for this model. Please use only one.")
    : undefined;
};

const THINKING_TYPES = new Set(["enabled", "adaptive", "disabled", "between_tools"]);

const thinkingProblem = (body: Fields, capabilities: Capabilities): Problem | undefined => {
  const { thinking } = body;
  if (thinking === undefined) return undefined;
  const type = isFields(thinking) ? thinking["type"] : undefined;
  if (!isFields(thinking) || typeof type !== "string" || !THINKING_TYPES.has(type)) {
    return invalidRequest(
      "thinking: Input tag found using 'type' does not match any of the expected tags: 'adaptive', 'between_tools', 'disabled', 'enabled'",
    );
  }
  switch (type) {
    case "enabled":
      return capabilities.budgetThinking
        ? (budgetProblem(body, thinking["budget_tokens"]) ?? besideThinkingProblem(body))
        : unsupportedThinking(type);
    case "adaptive":
      return capabilities.adaptiveThinking
        ? besideThinkingProblem(body)
        : invalidRequest("adaptive thinking is not supported on this model");
    default:
      return type === capabilities.off || (type === "disabled" && !capabilities.thinksByDefault)
        ? undefined
        : unsupportedThinking(type);
  }
};

const unsupportedThinking = (type: string): Problem =>
  invalidRequest(
    `"thinking.type.${type}" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.`,
  );

const budgetProblem = (body: Fields, budget: unknown): Problem | undefined => {
  if (!Number.isInteger(budget)) return invalidRequest("thinking.enabled.budget_tokens: Field required");
  if (Number(budget) < MIN_BUDGET_TOKENS)
    return invalidRequest(
      `thinking.enabled.budget_tokens: Input should be greater than or equal to ${MIN_BUDGET_TOKENS}`,
    );
  return Number(budget) >= Number(body["max_tokens"] ?? Infinity)
    ? invalidRequest("`max_tokens` must be greater than `thinking.budget_tokens`.")
    : undefined;
};

const besideThinkingProblem = (body: Fields): Problem | undefined => {
  const { temperature, top_p: topP, tool_choice: choice } = body;
  if (temperature !== undefined && temperature !== 1)
    return invalidRequest("`temperature` may only be set to 1 when thinking is enabled.");
  if (typeof topP === "number" && topP < MIN_TOP_P_WITH_THINKING)
    return invalidRequest("`top_p` must be greater than or equal to 0.95 or unset when thinking is enabled.");
  return isFields(choice) && (choice["type"] === "any" || choice["type"] === "tool")
    ? invalidRequest("Thinking may not be enabled when tool_choice forces tool use.")
    : undefined;
};

const outputProblem = (output: unknown, capabilities: Capabilities, model: string): Problem | undefined => {
  if (output === undefined) return undefined;
  if (!isFields(output)) return invalidRequest("output_config: Input should be an object");
  const { effort, format } = output;
  if (effort !== undefined && effort !== null) {
    if (!EFFORTS.has(wordOf(effort)))
      return invalidRequest("output_config.effort: Input should be 'low', 'medium', 'high', 'xhigh' or 'max'");
    if (!capabilities.effort) return invalidRequest("This model does not support the effort parameter.");
  }
  if (format === undefined || format === null) return undefined;
  if (!isFields(format) || format["type"] !== "json_schema")
    return invalidRequest("output_config.format.type: Input should be 'json_schema'");
  if (!capabilities.structuredOutputs) return invalidRequest(`'${model}' does not support output format.`);
  return schemaProblem(format["schema"], "output_config.format.schema");
};

const cacheProblem = (body: Fields): Problem | undefined => {
  const marks = [...JSON.stringify(body).matchAll(/"cache_control":\{/g)].length;
  return marks > MAX_CACHE_MARKS
    ? invalidRequest(`A maximum of ${MAX_CACHE_MARKS} blocks with cache_control may be provided. Found ${marks}.`)
    : undefined;
};
