import { failedCall, madeInfo, startCallTimes } from "@cenote/calls";
import type { CallRecord, CreateChatCompletionRequest, CreateChatCompletionResponse } from "@cenote/contracts";
import { toCallError } from "@cenote/routing";
import { type CallScope, clientOf } from "../call-scope";
import { toContractUsage } from "../contract/chat-events";
import { toContractMessage } from "../contract/chat-message";
import { hasLeft, throwIfCut } from "../billing/caller-left";
import { deliveredTo } from "../billing/counted-for";
import { chatUsageLines } from "../billing/usage-lines";
import { answerUsage } from "./answer-usage";
import { answerFromStream, type UnfinishedAnswer } from "./answer-from-stream";
import { mayOutgrowHold } from "./hold-watch";
import { isPatient } from "./long-answers";
import { CHAT_PROMPT, type PreparedChat, prepareChat } from "./prepare";

/**
 * Charges what was made of an answer whose caller left, or releases the hold if that can't be. Never throws: the call
 * has an error of its own.
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
 * A whole chat answer, paid for when it returns, even if its caller has left by then. One that he left before is charged
 * as far as it is known to be made: if it was read as a stream, and had begun. Errors: those of InferenceService.
 */
export const completeChat = async (
  scope: CallScope,
  request: CreateChatCompletionRequest,
  signal: AbortSignal,
): Promise<CreateChatCompletionResponse> => {
  const { clock, counter, longAnswers, leftAnswers } = scope;
  const times = startCallTimes(clock, "chat", false);
  const prepared = await prepareChat(scope, request);
  const { context, asked, routes, paid } = prepared;
  const countedFor = deliveredTo(context);
  /** It took long where it was tried, so the next route's answer may, too. */
  let tookLong = false;
  const mayBeLeft = leftAnswers.areExpected(context);
  let unfinished: UnfinishedAnswer | undefined;
  const onLeft = (made: UnfinishedAnswer): void => {
    unfinished = made;
  };
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
        const { route } = candidate;
        const mustStream =
          longAnswers.isExpected(candidate, { maxTokens: call.maxTokens, tookLong }) ||
          (paid.mustNotOverdraw && mayOutgrowHold(prepared, model, call));
        const isStreamed =
          mustStream || (mayBeLeft && !isPatient(candidate.limits) && !leftAnswers.isUnstreamed(route));
        const startMs = clock.monotonicMs();
        /** Who leaves may not take plain answers from his organization where there are no others. */
        const answerUnstreamed = async () => {
          const totalMs = Math.max(1, limits.totalMs - (clock.monotonicMs() - startMs));
          const answer = await client.completeChat(call, target, { limits: { ...limits, totalMs }, signal });
          leftAnswers.noteUnstreamed(route);
          return answer;
        };
        try {
          if (!isStreamed) return await client.completeChat(call, target, { limits, signal });
          const stream = { client, call, target, limits, signal, prepared, model, counter, countedFor, onLeft };
          return await answerFromStream(mustStream ? stream : { ...stream, ifRefused: answerUnstreamed });
        } finally {
          tookLong = longAnswers.note(candidate, clock.monotonicMs() - startMs) || tookLong;
        }
      },
      trace: times.trace,
      requestId: context.requestId,
      signal,
    });
    times.markFirstContent();
    throwIfCut(signal);
    const { model } = candidate;
    const { call, droppedFields } = routes.fitOf(candidate);
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
    if (unfinished !== undefined) {
      await chargeLeft(scope, prepared, unfinished, times.record(failure.code));
      throw failure.with({ attempts: times.trace.attempts.length, rateLimits: paid.rateLimits });
    }
    if (hasLeft(signal) && times.trace.attempts.length > 0) leftAnswers.note(context);
    throw await failedCall(paid, times, failure);
  }
};
