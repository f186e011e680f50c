import type { Capability, Model } from "@cenote/catalog";
import { invalidRequest } from "@cenote/core";
import type { ChatCall } from "@cenote/providers";

const hasImage = (call: ChatCall): number =>
  call.messages.findIndex((message) => typeof message.content !== "string" && message.content.some((part) => part.type === "image"));

/** Refuses what the model can't do, naming the field. Errors: invalid_request_error. */
export const checkCapabilities = (call: ChatCall, model: Model): void => {
  const need = (capability: Capability, param: string, what: string) => {
    if (!model.capabilities.has(capability)) throw invalidRequest(param, `${param}: ${model.id} does not support ${what}.`);
  };
  if (call.tools !== undefined && call.tools.length > 0) need("tools", "tools", "tools");
  if (call.responseFormat?.type === "json_schema") need("json_schema", "response_format", "json_schema");
  if (call.responseFormat?.type === "json_object" && !model.capabilities.has("json_schema")) {
    need("json_object", "response_format", "json_object");
  }
  if (call.logprobs === true) need("logprobs", "logprobs", "logprobs");
  if (call.reasoningEffort !== undefined && call.reasoningEffort !== "none") need("reasoning", "reasoning_effort", "a reasoning effort");
  const image = hasImage(call);
  if (image >= 0) need("vision", `messages[${image}].content`, "images");
  if (call.maxTokens !== undefined && model.maxOutputTokens !== undefined && call.maxTokens > model.maxOutputTokens) {
    throw invalidRequest("max_tokens", `max_tokens: ${model.id} makes at most ${model.maxOutputTokens} tokens.`);
  }
};
