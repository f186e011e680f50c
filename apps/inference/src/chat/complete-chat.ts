import { failedCall, madeInfo, startCallTimes } from "@cenote/calls";
import type { CreateChatCompletionRequest, CreateChatCompletionResponse } from "@cenote/contracts";
import { toCallError } from "@cenote/routing";
import { type CallScope, clientOf } from "../call-scope";
import { toContractUsage } from "../contract/chat-events";
import { toContractMessage } from "../contract/chat-message";
import { deliveredTo } from "../billing/counted-for";
import { throwIfCancelled } from "../billing/throw-if-cancelled";
import { chatUsageLines } from "../billing/usage-lines";
import { answerUsage } from "./answer-usage";
import { answerFromStream } from "./answer-from-stream";
import { mayOutgrowHold } from "./hold-watch";
import { CHAT_PROMPT, prepareChat } from "./prepare";

/** A whole chat answer, paid for when it returns. Errors: those of InferenceService. */
export const completeChat = async (
  scope: CallScope,
  request: CreateChatCompletionRequest,
  signal: AbortSignal,
): Promise<CreateChatCompletionResponse> => {
  const { clock, counter, longAnswers } = scope;
  const times = startCallTimes(clock, "chat", false);
  const prepared = await prepareChat(scope, request);
  const { context, asked, routes, paid } = prepared;
  const countedFor = deliveredTo(context);
  /** It took long where it was tried, so the next route's answer may, too. */
  let tookLong = false;
  try {
    const { answer, candidate } = await scope.router.answer({
      candidates: routes.candidates,
      rankOf: routes.rankOf,
      isGiven: prepared.isGiven,
      prompt: CHAT_PROMPT,
      attempt: async ({ candidate, target, limits }) => {
        const { call } = routes.fitOf(candidate);
        const { model } = candidate;
        const client = clientOf(scope, candidate.kind);
        const isStreamed =
          longAnswers.isExpected(candidate, { maxTokens: call.maxTokens, tookLong }) ||
          (paid.mustNotOverdraw && mayOutgrowHold(prepared, model, call));
        const startMs = clock.monotonicMs();
        try {
          return await (isStreamed
            ? answerFromStream({ client, call, target, limits, signal, prepared, model, counter, countedFor })
            : client.completeChat(call, target, { limits, signal }));
        } finally {
          tookLong = longAnswers.note(candidate, clock.monotonicMs() - startMs) || tookLong;
        }
      },
      trace: times.trace,
      requestId: context.requestId,
      signal,
    });
    times.markFirstContent();
    throwIfCancelled(signal);
    const { model } = candidate;
    const { call, droppedFields } = routes.fitOf(candidate);
    const counting = answerUsage(answer, { call, model, counter, countedFor });
    const usage = counting instanceof Promise ? await counting : counting;
    const cost = await paid.settleUndelivered({
      model: model.id,
      usage: chatUsageLines(usage),
      record: times.record("ok"),
    });
    return {
      created: BigInt(Math.floor(clock.nowMs() / 1000)),
      model: model.id,
      message: toContractMessage(answer),
      finishReason: answer.finishReason,
      usage: toContractUsage(usage, cost),
      logprobsJson: answer.logprobs === undefined ? "" : JSON.stringify(answer.logprobs),
      info: madeInfo(paid, times, asked, droppedFields),
    };
  } catch (error) {
    throw await failedCall(paid, times, toCallError(error));
  }
};
