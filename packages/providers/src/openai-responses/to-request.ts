import { toOpenAiFormat } from "../requests/openai-schemas";
import { breakpointAfter } from "../requests/cache-breakpoint";
import { jsonHeaders } from "../requests/json-headers";
import { asksToReason, isTaken } from "../requests/reasoning-effort";
import { toUserId } from "../requests/user-id";
import type { ChatCall, ResponseFormat, ToolChoice } from "../spec";
import type { Target, WireRequest } from "../target";
import { canReason, planEffort } from "./effort";
import { type Quirks, quirksOf } from "./quirks";
import { toInput } from "./to-input";
import { customNames, toWireTool } from "./tools";
import { LEAST_MAX_OUTPUT_TOKENS } from "./unsupported";

const MAX_USER_CHARACTERS = 128;

const toWireChoice = (choice: ToolChoice, custom: ReadonlySet<string>): unknown =>
  choice.mode === "function"
    ? { type: custom.has(choice.name) ? "custom" : "function", name: choice.name }
    : choice.mode;

/** The choice of tools, which is refused in a call without tools. */
const toToolUse = (
  { tools = [], toolChoice, parallelToolCalls }: ChatCall,
  custom: ReadonlySet<string>,
  quirks: Quirks,
): object =>
  tools.length === 0
    ? {}
    : {
        tools: tools.map((tool) => toWireTool(tool, custom, quirks)),
        tool_choice: toolChoice === undefined ? undefined : toWireChoice(toolChoice, custom),
        parallel_tool_calls: parallelToolCalls,
      };

const toWireFormat = (format: ResponseFormat, { schemas }: Quirks): object => {
  if (format.type !== "json_schema") return { type: format.type };
  const { name, description, schema, strict } = format;
  return {
    type: "json_schema",
    name,
    description,
    schema: schemas === "openai" ? toOpenAiFormat(schema, strict) : schema,
    strict,
  };
};

const toText = ({ responseFormat, verbosity: asked }: ChatCall, quirks: Quirks): object | undefined => {
  const format = responseFormat && toWireFormat(responseFormat, quirks);
  const verbosity = quirks.verbosity ? asked : undefined;
  return format === undefined && verbosity === undefined ? undefined : { format, verbosity };
};

/** Models of this API return no reasoning unless a summary is requested. */
const toReasoning = (call: ChatCall, effort: string | undefined, quirks: Quirks): object | undefined => {
  const asks = asksToReason(effort) || (call.reasoningSummary === true && effort === undefined && canReason(quirks));
  const summary = asks && quirks.reasoningSummary ? "auto" : undefined;
  return effort === undefined && summary === undefined ? undefined : { effort, summary };
};

const toSampling = (call: ChatCall): object => ({
  temperature: call.temperature,
  top_p: call.topP,
  top_logprobs: call.logprobs === true ? call.topLogprobs : undefined,
});

/** Nothing is stored, so encrypted reasoning is requested. A model that does not reason refuses that parameter. */
const toInclude = (quirks: Quirks, withLogprobs: boolean): string[] => [
  ...(canReason(quirks) ? ["reasoning.encrypted_content"] : []),
  ...(withLogprobs ? ["message.output_text.logprobs"] : []),
];

/** `POST /responses`. Fields that the caller did not set are left out. */
export const toRequest = (call: ChatCall, target: Target, stream: boolean): WireRequest => {
  const quirks = quirksOf(target);
  const { effort } = planEffort(call, quirks);
  const isSampled = isTaken(quirks.sampling, effort);
  const include = toInclude(quirks, isSampled && call.logprobs === true);
  const custom = customNames(call, quirks);
  // JSON.stringify leaves out undefined fields.
  const body = {
    model: target.model,
    input: toInput(call.messages, custom, quirks.cacheBreakpoints ? breakpointAfter(call.messages, call.tools) : -1),
    store: false,
    include: include.length === 0 ? undefined : include,
    stream: stream ? true : undefined,
    stream_options: stream && quirks.obfuscationOff ? { include_obfuscation: false } : undefined,
    max_output_tokens: call.maxTokens === undefined ? undefined : Math.max(call.maxTokens, LEAST_MAX_OUTPUT_TOKENS),
    ...(isSampled ? toSampling(call) : {}),
    reasoning: toReasoning(call, effort, quirks),
    text: toText(call, quirks),
    ...toToolUse(call, custom, quirks),
    safety_identifier: toUserId(call.user, MAX_USER_CHARACTERS),
  };
  return {
    method: "POST",
    url: `${target.baseUrl}/responses`,
    headers: jsonHeaders(target, quirks.keyHeader, stream ? "text/event-stream" : "application/json"),
    body: JSON.stringify(body),
  };
};
