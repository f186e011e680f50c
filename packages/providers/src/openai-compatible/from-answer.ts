import { malformed } from "../answers/answer-failures";
import { isFields, textOf } from "../json-fields";
import type { ChatAnswer, ToolCall } from "../spec";
import type { Target } from "../target";
import { argumentsOf, contentOf } from "./content";
import { isErrorBody, toStreamError } from "../errors/openai-errors";
import { isFinishReason, toFinishReason } from "./finish";
import { quirksOf } from "./quirks";
import { createReasoningDetails } from "./reasoning-details";
import { usageOf } from "./usage";
import type { WireAnswer, WireMessage, WireToolCall } from "./wire-types";

const toolCallsOf = (message: WireMessage, answerId: string): ToolCall[] => {
  const calls: readonly (WireToolCall | null)[] =
    message.tool_calls ?? (message.function_call ? [{ function: message.function_call }] : []);
  return calls
    .filter((call) => call !== null)
    .map((call, index) => ({
      id: textOf(call.id) || `call_${answerId}_${index}`,
      name: textOf(call.function?.name),
      arguments: argumentsOf(call.function) || "{}",
    }));
};

/**
 * Reads a `chat.completion`. Throws ProviderError: an error with status 200, `malformed` for anything else.
 */
export const fromAnswer = (body: unknown, target: Target): ChatAnswer => {
  if (isErrorBody(body)) throw toStreamError(JSON.stringify(body));
  const answer: WireAnswer | null = typeof body === "object" ? body : null;
  const choice = answer?.choices?.[0];
  const message = choice?.message;
  if (!answer || !choice || !message) throw malformed("The provider's answer holds no message.");
  const { text, reasoning } = contentOf(message);
  const refusal = textOf(message.refusal);
  const toolCalls = toolCallsOf(message, textOf(answer.id) || "0");
  const reason = isFinishReason(choice.finish_reason) ? choice.finish_reason : "stop";
  const quirks = quirksOf(target);
  const usage = usageOf(answer, quirks);
  const details = createReasoningDetails();
  if (quirks.reasoningDetails) details.add(message.reasoning_details);
  const reasoningDetails = details.all();
  return {
    text,
    toolCalls,
    finishReason: toFinishReason(reason, toolCalls.length > 0),
    ...(reasoning === "" ? {} : { reasoning }),
    ...(reasoningDetails.length === 0 ? {} : { reasoningDetails }),
    ...(refusal === "" ? {} : { refusal }),
    ...(isFields(choice.logprobs) ? { logprobs: choice.logprobs } : {}),
    ...(usage === undefined ? {} : { usage }),
  };
};
