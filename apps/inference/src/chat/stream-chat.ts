import { type CallTimes, madeInfo, startCallTimes, withCallInfo } from "@cenote/calls";
import type {
  CallRecord,
  ChatEvent as ContractEvent,
  StreamChatCompletionRequest,
  StreamChatCompletionResponse,
} from "@cenote/contracts";
import type { CenoteError } from "@cenote/core";
import { toCallError } from "@cenote/routing";
import { chatUsageLines } from "../metering/usage-lines";
import type { CallScope } from "../call-scope";
import { toContractEvents, toContractUsage } from "../contract/chat-events";
import { type AnswerStream, openAnswer } from "./answer-stream";
import { createHoldWatch } from "./hold-watch";
import { type PreparedChat, prepareChat } from "./prepare";
import { promptAtStart } from "./prompt-at-start";
import { createUpstreamSignal } from "./upstream-signal";

const startedEvent = (
  scope: CallScope,
  prepared: PreparedChat,
  { model, droppedFields, first }: AnswerStream,
  times: CallTimes,
): ContractEvent => ({
  event: {
    $case: "started",
    value: {
      created: BigInt(Math.floor(scope.clock.nowMs() / 1000)),
      model: model.id,
      info: madeInfo(prepared.paid, times, prepared.asked, droppedFields),
      prompt: promptAtStart(prepared, first),
    },
  },
});

/**
 * Charges what an unfinished answer delivered, or releases the hold. Never throws, since the answer has an error of its
 * own to report.
 */
const closeUnfinished = async (
  scope: CallScope,
  prepared: PreparedChat,
  delivered: AnswerStream | undefined,
  record: CallRecord,
): Promise<void> => {
  if (delivered === undefined) {
    await prepared.paid.release(record);
    return;
  }
  try {
    await prepared.paid.settle({ model: delivered.model.id, usage: chatUsageLines(await delivered.usage()), record });
  } catch (error) {
    scope.log.error({ requestId: prepared.context.requestId, error }, "the charge of an interrupted answer failed");
  }
};

/**
 * A streamed chat answer. The first message has the first content. The last message is sent after the charge is durable.
 * However the answer ends (finished, failed, cancelled, abandoned), the hold is settled or released, and only what was
 * delivered is charged. Errors: those of InferenceService; after content only provider_unavailable,
 * insufficient_balance, overloaded, cancelled.
 */
export async function* streamChat(
  scope: CallScope,
  request: StreamChatCompletionRequest,
  signal: AbortSignal,
): AsyncGenerator<StreamChatCompletionResponse, void, undefined> {
  const times = startCallTimes(scope.clock, "chat", true);
  const prepared = await prepareChat(scope, request);
  const { paid } = prepared;
  const upstream = createUpstreamSignal(signal);
  let stopped: CenoteError | undefined;
  let answer: AnswerStream | undefined;
  /** The answer, once the caller may have seen some of it. */
  let delivered: AnswerStream | undefined;
  let closed = false;
  const holdWatch = createHoldWatch(prepared, (error) => {
    stopped = error;
    upstream.abort();
  });

  try {
    answer = await openAnswer({
      scope,
      prepared,
      times,
      signal: upstream.signal,
      mayPromptAgain: (model, tokens) => holdWatch.promptAgain(model, tokens),
    });
    times.markFirstContent();
    await paid.confirm();

    delivered = answer;
    const { model: answering } = answer;
    const model = answering.id;
    paid.renewBy(() => holdWatch.renew(answering));
    yield { events: [startedEvent(scope, prepared, answer, times), ...toContractEvents(answer.first)] };

    for (let next = await answer.next(); next !== undefined; next = await answer.next()) {
      holdWatch.made(answer.model, answer.tokensToHold());
      const events = toContractEvents(next);
      if (events.length > 0) yield { events };
    }
    const finishReason = answer.finishReason();
    const usage = await answer.usage();
    // From here on this charge ends the call, even if it is unknown whether the charge was made.
    closed = true;
    const cost = await paid.settle({ model, usage: chatUsageLines(usage), record: times.record("ok") });
    yield { events: [{ event: { $case: "finished", value: { finishReason, usage: toContractUsage(usage, cost) } } }] };
  } catch (error) {
    const cause = stopped ?? toCallError(error, { contentSent: delivered !== undefined });
    const failure = withCallInfo(cause, paid, times);
    if (!closed) await closeUnfinished(scope, prepared, delivered, times.record(failure.code));
    closed = true;
    throw failure;
  } finally {
    upstream.close();
    try {
      await answer?.close();
    } finally {
      // Still open only if the reader left while an event was on its way.
      if (!closed) await closeUnfinished(scope, prepared, delivered, times.record("cancelled"));
    }
  }
}
