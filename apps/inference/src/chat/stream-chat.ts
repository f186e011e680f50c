import type { CallRecord, ChatEvent as ContractEvent, StreamChatCompletionRequest, StreamChatCompletionResponse } from "@cenote/contracts";
import type { CenoteError } from "@cenote/core";
import { type ChatEvent, ProviderError } from "@cenote/providers";
import { chatUsageLines } from "../billing/usage-lines";
import { type CallScope, clientOf } from "../call-scope";
import { type CallTimes, startCallTimes } from "../call-times";
import { toContractEvents, toContractUsage } from "../contract/chat-events";
import { toCallError } from "../routing/call-error";
import { tryRoutes } from "../routing/try-routes";
import { type Delivery, createDelivery } from "./delivery";
import { createHoldWatch } from "./hold-watch";
import { openStream } from "./open-stream";
import { type PreparedChat, prepareChat } from "./prepare";
import { createUpstreamSignal } from "./upstream-signal";

const startedEvent = (scope: CallScope, { paid }: PreparedChat, model: string, times: CallTimes): ContractEvent => ({
  event: {
    $case: "started",
    value: {
      created: BigInt(Math.floor(scope.clock.nowMs() / 1000)), model,
      info: { rateLimits: paid.rateLimits, attempts: times.attempts.length, upstreamUs: times.upstreamUs },
    },
  },
});

/** What has reached the caller, and of which model. */
interface Delivered {
  readonly model: string;
  readonly delivery: Delivery;
}

/** Charges what an unfinished answer delivered, or gives the hold back. Never throws: the answer has its own error to tell. */
const closeUnfinished = async (scope: CallScope, prepared: PreparedChat, delivered: Delivered | undefined, record: CallRecord): Promise<void> => {
  if (delivered === undefined) {
    await prepared.paid.release(record);
    return;
  }
  try {
    await prepared.paid.settle({ model: delivered.model, usage: chatUsageLines(delivered.delivery.usage()), record });
  } catch (error) {
    scope.log.error({ requestId: prepared.context.requestId, error }, "an interrupted answer could not be charged");
  }
};

/**
 * A chat answer as it is made. The first message comes with the first content, the last after the charge is durable.
 * However it ends (finished, failed, cancelled, abandoned), the hold is closed: what was delivered is charged, nothing else.
 * Errors: those of InferenceService; after content only provider_unavailable, insufficient_balance, overloaded, cancelled.
 */
export async function* streamChat(
  scope: CallScope, request: StreamChatCompletionRequest, signal: AbortSignal,
): AsyncGenerator<StreamChatCompletionResponse, void, undefined> {
  const times = startCallTimes(scope.clock, "chat", true);
  const prepared = await prepareChat(scope, request);
  const { call, context, paid } = prepared;
  const upstream = createUpstreamSignal(signal);
  const delivery = createDelivery(call, scope.counter);
  let stopped: CenoteError | undefined;
  let delivered: Delivered | undefined;
  let closed = false;
  let rest: AsyncIterator<readonly ChatEvent[]> | undefined;
  const holdWatch = createHoldWatch(prepared, (error) => {
    stopped = error;
    upstream.abort();
  });

  try {
    const { answer: stream, candidate } = await tryRoutes({
      candidates: prepared.candidates,
      attempt: (candidate) => openStream(clientOf(scope, candidate.kind), call, candidate, upstream.signal),
      attempts: times.attempts, clock: scope.clock, log: scope.log, requestId: context.requestId,
    });
    times.markFirstContent();
    rest = stream.rest;
    await paid.confirm();

    delivery.note(stream.first);
    const model = candidate.model.id;
    delivered = { model, delivery };
    yield { events: [startedEvent(scope, prepared, model, times), ...toContractEvents(stream.first)] };

    for (let next = await rest.next(); next.done !== true; next = await rest.next()) {
      delivery.note(next.value);
      holdWatch.made(model, delivery.roughTokens);
      const events = toContractEvents(next.value);
      if (events.length > 0) yield { events };
    }
    const { finishReason } = delivery;
    if (finishReason === undefined) throw new ProviderError({ kind: "cut", message: "The provider cut its answer short." });
    closed = true;
    const usage = delivery.usage();
    const cost = await paid.settle({ model, usage: chatUsageLines(usage), record: times.record("ok") });
    yield { events: [{ event: { $case: "finished", value: { finishReason, usage: toContractUsage(usage, cost) } } }] };
  } catch (error) {
    const failure = stopped ?? toCallError(error, { contentSent: delivered !== undefined });
    if (delivered !== undefined && error instanceof ProviderError) times.markLastAttempt(error.kind);
    if (!closed) await closeUnfinished(scope, prepared, delivered, times.record(failure.code));
    closed = true;
    throw failure;
  } finally {
    upstream.close();
    await rest?.return?.();
    // Still open only where the reader left while an event was on its way to him.
    if (!closed) await closeUnfinished(scope, prepared, delivered, times.record("cancelled"));
  }
}
