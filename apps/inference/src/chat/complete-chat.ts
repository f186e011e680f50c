import { failedCall, madeInfo, startCallTimes, withCallInfo } from "@cenote/calls";
import type { CallRecord, CreateChatCompletionRequest, CreateChatCompletionResponse } from "@cenote/contracts";
import { toCallError } from "@cenote/routing";
import type { CallScope } from "../call-scope";
import { toContractUsage } from "../contract/chat-events";
import { toContractMessage } from "../contract/chat-message";
import { hasLeft, throwIfCut } from "../caller-left";
import { deliveredTo } from "../metering/counted-for";
import { chatUsageLines } from "../metering/usage-lines";
import { answerUsage } from "./answer-usage";
import type { UnfinishedAnswer } from "./answer-from-stream";
import { type PlainCall, attemptPlainly } from "./plain-attempt";
import { CHAT_PROMPT, type PreparedChat, prepareChat } from "./prepare";

/**
 * Charges what was made of an answer whose caller left, or releases the hold if that is not possible. Never throws, since
 * the call has an error of its own.
 */
const chargeLeft = async (
  scope: CallScope,
  { paid, context }: PreparedChat,
  { model, usage }: UnfinishedAnswer,
  record: CallRecord,
): Promise<void> => {
  try {
    await paid.settleUndelivered({ model: model.id, usage: chatUsageLines(await usage()), record });
  } catch (error) {
    scope.log.error({ requestId: context.requestId, error }, "the charge of an answer that was left failed");
    await paid.release(record);
  }
};

/**
 * A plain chat answer. It is paid for when this resolves, even if the caller has left by then. If the caller left before
 * the answer was complete, the part that is known to be made is charged. It is known if the answer was read as a stream
 * and had begun. Errors: those of InferenceService.
 */
export const completeChat = async (
  scope: CallScope,
  request: CreateChatCompletionRequest,
  signal: AbortSignal,
): Promise<CreateChatCompletionResponse> => {
  const { clock, counter, leftAnswers } = scope;
  const times = startCallTimes(clock, "chat", false);
  const prepared = await prepareChat(scope, request);
  const { context, asked, routes, paid } = prepared;
  const countedFor = deliveredTo(context);
  const mayBeLeft = leftAnswers.areExpected(context);
  const plain: PlainCall = { scope, prepared, signal, countedFor, mayBeLeft, tookLong: false, unfinished: undefined };
  try {
    const { answer, candidate } = await scope.router.answer({
      candidates: routes.candidates,
      rankOf: routes.rankOf,
      isGiven: prepared.isGiven,
      prompt: CHAT_PROMPT,
      attempt: (routeTry) => attemptPlainly(plain, routeTry),
      history: times.history,
      requestId: context.requestId,
      signal,
    });
    times.markFirstContent();
    throwIfCut(signal);
    const { model } = candidate;
    const { call, droppedFields } = routes.adaptedCallOf(candidate);
    const counting = answerUsage(answer, { call, model, counter, countedFor });
    const usage = counting instanceof Promise ? await counting : counting;
    const cost = await paid.settleUndelivered({
      model: model.id,
      usage: chatUsageLines(usage),
      record: times.record(signal.aborted ? "cancelled" : "ok"),
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
    const failure = toCallError(error);
    if (plain.unfinished !== undefined) {
      await chargeLeft(scope, prepared, plain.unfinished, times.record(failure.code));
      throw withCallInfo(failure, paid, times);
    }
    if (hasLeft(signal) && times.history.attempts.length > 0) leftAnswers.note(context);
    throw await failedCall(paid, times, failure);
  }
};
