import type { Model } from "@cenote/catalog";
import {
  type CallOptions,
  type ChatAnswer,
  type ChatCall,
  createAnswerFold,
  type ProviderClient,
  type Target,
  type TokenCounter,
} from "@cenote/providers";
import { createDelivery } from "./delivery";
import { createHoldWatch } from "./hold-watch";
import type { PreparedChat } from "./prepare";
import { createUpstreamSignal } from "./upstream-signal";

export interface WatchedAnswerOptions extends CallOptions {
  readonly client: Pick<ProviderClient, "streamChat">;
  readonly call: ChatCall;
  readonly target: Target;
  readonly prepared: Pick<PreparedChat, "paid" | "promptTokens" | "coveredTokens">;
  /** The one that answers. */
  readonly model: Model;
  readonly counter: TokenCounter;
}

/** Whether an answer may come to cost more than is held for it. @param call As its route gets it. */
export const mayOutgrowHold = (
  { coveredTokens }: Pick<PreparedChat, "coveredTokens">,
  model: Model,
  { maxTokens }: ChatCall,
): boolean => (maxTokens ?? model.maxOutputTokens ?? Infinity) > coveredTokens(model);

/**
 * A plain answer, read as a stream so that its hold can grow with it. If the hold can't grow any further, the answer
 * ends as if by `max_tokens`.
 */
export const readWatched = async ({
  client,
  call,
  target,
  limits,
  signal,
  prepared,
  model,
  counter,
}: WatchedAnswerOptions): Promise<ChatAnswer> => {
  const upstream = createUpstreamSignal(signal);
  const delivery = createDelivery({ call, model, counter, isExact: true });
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
  return { finishReason: "length", ...fold.answer(), usage: delivery.usage() };
};
