import { jsonHeaders } from "../requests/json-headers";
import { toUserId } from "../requests/user-id";
import type { ChatCall } from "../spec";
import type { Target, WireRequest } from "../target";
import { markForCache } from "./cache-marks";
import { type CallPlan, planCall } from "./plan";
import { toConversation } from "./to-turns";
import type { Turn } from "./wire-types";

const API_VERSION = "2023-06-01";
const BETA_HEADER = "anthropic-beta";
/** Lets a request determine how thinking is handled that is bound to another beginning of the conversation. */
const THINKING_BINDING_BETA = "thinking-binding-controls-2026-08-01";
const MAX_USER_ID_CHARACTERS = 256;

/** Blank stop sequences are refused. `unsupported` reports them. */
const toStopSequences = (stop: readonly string[] | undefined): readonly string[] | undefined => {
  const told = stop?.filter((sequence) => /\S/.test(sequence));
  return told === undefined || told.length === 0 ? undefined : told;
};

const toOutputConfig = ({ format, thinking }: CallPlan): object | undefined => {
  const wireFormat = format.how === "grammar" ? { type: "json_schema", schema: format.schema } : undefined;
  return wireFormat === undefined && thinking.effort === undefined
    ? undefined
    : { effort: thinking.effort, format: wireFormat };
};

/** Configurations have either the provider's origin or the base URL of its version 1. */
const toUrl = (baseUrl: string): string => (baseUrl.endsWith("/v1") ? `${baseUrl}/messages` : `${baseUrl}/v1/messages`);

const betaHeader = (headers: Target["headers"], binding: boolean): object =>
  binding
    ? { [BETA_HEADER]: [headers?.[BETA_HEADER], THINKING_BINDING_BETA].filter((name) => name !== undefined).join(",") }
    : {};

const toHeaders = (
  target: Target,
  { quirks }: CallPlan,
  options: { readonly accept: string; readonly binding: boolean },
): Record<string, string> => ({
  "anthropic-version": API_VERSION,
  ...jsonHeaders(target, quirks.keyHeader, options.accept),
  ...betaHeader(target.headers, options.binding),
});

const isThinking = ({ type }: { readonly type: string }): boolean =>
  type === "thinking" || type === "redacted_thinking";

/**
 * A caller may change the system prompt, the tools or an earlier message between turns. Thinking from before the change
 * would be refused, and the call with it, so it is skipped instead.
 */
const bindsThinking = ({ quirks }: CallPlan, turns: readonly Turn[]): boolean =>
  quirks.boundThinking && turns.some(({ content }) => content.some(isThinking));

/**
 * If a request can't configure thinking, it can't configure how bound thinking is handled either. Then none is sent.
 */
const sendsThinking = ({ quirks, thinking }: CallPlan): boolean =>
  thinking.on && (!quirks.boundThinking || thinking.thinking !== undefined);

/** `POST /v1/messages`. Throws ProviderError `rejected` for messages that the protocol can't express. */
export const toRequest = (call: ChatCall, target: Target, stream: boolean): WireRequest => {
  const plan = planCall(call, target);
  const { format, sampling } = plan;
  const conversation = toConversation(call.messages, {
    withThinking: sendsThinking(plan),
    lateInstructions: plan.quirks.lateInstructions,
  });
  const system =
    format.how === "words"
      ? [...conversation.system, { type: "text" as const, text: format.text }]
      : conversation.system;
  const whole = { tools: plan.tools.tools, system, turns: conversation.turns };
  const prompt = plan.quirks.promptCaching ? markForCache(whole) : whole;
  const binding = bindsThinking(plan, prompt.turns);
  const userId = toUserId(call.user, MAX_USER_ID_CHARACTERS);
  // JSON.stringify leaves out undefined fields.
  const body = {
    model: target.model,
    max_tokens: plan.maxTokens,
    system: prompt.system.length === 0 ? undefined : prompt.system,
    messages: prompt.turns,
    tools: prompt.tools.length === 0 ? undefined : prompt.tools,
    tool_choice: plan.tools.choice,
    thinking: binding
      ? { ...plan.thinking.thinking, block_binding: { prefix_mismatch_behavior: "drop_block" } }
      : plan.thinking.thinking,
    output_config: toOutputConfig(plan),
    temperature: sampling.temperature,
    top_p: sampling.topP,
    stop_sequences: toStopSequences(call.stop),
    metadata: userId && { user_id: userId },
    stream: stream ? true : undefined,
  };
  return {
    method: "POST",
    url: toUrl(target.baseUrl),
    headers: toHeaders(target, plan, { accept: stream ? "text/event-stream" : "application/json", binding }),
    body: JSON.stringify(body),
  };
};
