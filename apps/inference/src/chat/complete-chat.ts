import type { CreateChatCompletionRequest, CreateChatCompletionResponse } from "@cenote/contracts";
import type { ChatAnswer } from "@cenote/providers";
import { type CallScope, clientOf } from "../call-scope";
import { startCallTimes } from "../call-times";
import { toContractUsage } from "../contract/chat-events";
import { toCallError } from "../routing/call-error";
import { tryRoutes } from "../routing/try-routes";
import { answerUsage } from "./answer-usage";
import { prepareChat } from "./prepare";
import { chatUsageLines } from "../billing/usage-lines";

const toMessage = (answer: ChatAnswer): NonNullable<CreateChatCompletionResponse["message"]> => ({
  role: "assistant",
  content: answer.text === "" ? [] : [{ part: { $case: "text", value: answer.text } }],
  name: "",
  toolCalls: [...answer.toolCalls],
  toolCallId: "",
  reasoning: answer.reasoning ?? "",
  refusal: answer.refusal ?? "",
});

/** A whole chat answer, paid for when it returns. Errors: those of InferenceService. */
export const completeChat = async (
  scope: CallScope, request: CreateChatCompletionRequest, signal: AbortSignal,
): Promise<CreateChatCompletionResponse> => {
  const times = startCallTimes(scope.clock, "chat", false);
  const prepared = await prepareChat(scope, request);
  const { call, context, paid } = prepared;
  try {
    const { answer, candidate: { model } } = await tryRoutes({
      candidates: prepared.candidates,
      attempt: (candidate) => clientOf(scope, candidate.kind).completeChat(call, candidate.target, { limits: candidate.limits, signal }),
      attempts: times.attempts, clock: scope.clock, log: scope.log, requestId: context.requestId,
    });
    times.markFirstContent();
    const upstreamUs = times.upstreamUs;
    const usage = answerUsage(answer, call, scope.counter);
    const cost = await paid.settleUndelivered({ model: model.id, usage: chatUsageLines(usage), record: times.record("ok") });
    return {
      created: BigInt(Math.floor(scope.clock.nowMs() / 1000)),
      model: model.id,
      message: toMessage(answer),
      finishReason: answer.finishReason,
      usage: toContractUsage(usage, cost),
      logprobsJson: answer.logprobs === undefined ? "" : JSON.stringify(answer.logprobs),
      info: { rateLimits: paid.rateLimits, attempts: times.attempts.length, upstreamUs },
    };
  } catch (error) {
    const failure = toCallError(error);
    await paid.release(times.record(failure.code));
    throw failure;
  }
};
