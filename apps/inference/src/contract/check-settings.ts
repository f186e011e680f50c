import { type Bounds, CHAT_BOUNDS, CHAT_MOST, invalidField, REASONING_EFFORTS, VERBOSITIES } from "@cenote/core";
import type { ChatCall } from "@cenote/providers";

const check = (param: string, value: number | undefined, { minimum, maximum }: Bounds): void => {
  // Written so that NaN is rejected as well.
  if (value !== undefined && !(value >= minimum && value <= maximum))
    throw invalidField(param, `must be from ${minimum} to ${maximum}.`);
};

const checkCount = (param: string, items: { readonly length: number } | undefined, most: number): void => {
  if (items !== undefined && items.length > most) throw invalidField(param, `at most ${most}.`);
};

/**
 * Validates settings whose wire type allows more values, such as NaN or an effort of any name. Errors:
 * invalid_request_error that names the field.
 */
export const checkSettings = (call: ChatCall): void => {
  check("temperature", call.temperature, CHAT_BOUNDS.temperature);
  check("top_p", call.topP, CHAT_BOUNDS.topP);
  check("max_tokens", call.maxTokens, CHAT_BOUNDS.maxTokens);
  check("seed", call.seed, CHAT_BOUNDS.seed);
  check("presence_penalty", call.presencePenalty, CHAT_BOUNDS.presencePenalty);
  check("frequency_penalty", call.frequencyPenalty, CHAT_BOUNDS.frequencyPenalty);
  check("top_logprobs", call.topLogprobs, CHAT_BOUNDS.topLogprobs);
  checkCount("stop", call.stop, CHAT_MOST.stopSequences);
  checkCount("tools", call.tools, CHAT_MOST.tools);
  const biases = Object.entries(call.logitBias ?? {});
  checkCount("logit_bias", biases, CHAT_MOST.logitBiases);
  for (const [token, bias] of biases) check(`logit_bias[${token}]`, bias, CHAT_BOUNDS.logitBias);
  const { reasoningEffort: effort, verbosity } = call;
  if (effort !== undefined && !REASONING_EFFORTS.some((known) => known === effort)) {
    throw invalidField("reasoning_effort", `must be one of ${REASONING_EFFORTS.join(", ")}.`);
  }
  if (verbosity !== undefined && !VERBOSITIES.some((known) => known === verbosity))
    throw invalidField("verbosity", `must be one of ${VERBOSITIES.join(", ")}.`);
};
