import {
  type CallOptions,
  type ChatAnswer,
  createAnswerFold,
  type ProviderClient,
  type Target,
} from "@cenote/providers";
import type { AnsweredCall } from "./answer-usage";
import { createDelivery } from "./delivery";
import { createHoldWatch, type HeldChat } from "./hold-watch";
import { createUpstreamSignal } from "./upstream-signal";

export interface AnswerFromStreamOptions extends CallOptions, AnsweredCall {
  readonly client: Pick<ProviderClient, "streamChat">;
  readonly target: Target;
  readonly prepared: HeldChat;
}

/**
 * A plain answer, read as a stream: its hold grows with it, and it is seen to be under way. If the hold can't grow any
 * further, the answer ends as if by `max_tokens`.
 */
export const answerFromStream = async ({
  client,
  call,
  target,
  limits,
  signal,
  prepared,
  model,
  counter,
  countedFor,
}: AnswerFromStreamOptions): Promise<ChatAnswer> => {
  const upstream = createUpstreamSignal(signal);
  const delivery = createDelivery({ call, model, counter, countedFor, isExact: true });
  const fold = createAnswerFold();
  let isSpent = false;
  const watch = createHoldWatch(prepared, () => {
    isSpent = true;
    upstream.abort();
  });
  try {
    for await (const events of client.streamChat(call, target, { limits, signal: upstream.signal })) {
      fold.add(events);
      delivery.note(events);
      watch.made(model, delivery.madeTokens());
    }
  } catch (error) {
    if (!isSpent) throw error;
  } finally {
    upstream.close();
  }
  return { finishReason: "length", ...fold.answer(), usage: await delivery.usage() };
};
