import {
  type CallOptions,
  type ChatAnswer,
  createAnswerFold,
  isContent,
  type ProviderClient,
  ProviderError,
  type Target,
} from "@cenote/providers";
import { hasLeft } from "../caller-left";
import type { AnsweredCall } from "./answer-usage";
import { createDelivery, type Delivery } from "./delivery";
import { createHoldWatch, type HeldChat, tokensToHoldOf } from "./hold-watch";
import { createUpstreamSignal } from "./upstream-signal";

export interface AnswerFromStreamOptions extends CallOptions, AnsweredCall {
  readonly client: Pick<ProviderClient, "streamChat">;
  readonly target: Target;
  readonly prepared: HeldChat;
  /** Called if the caller left. @param made The part of the answer that had been made, which nobody sees. */
  readonly onLeft: (made: UnfinishedAnswer) => void;
  /** Requests a plain answer, if the provider refuses the stream before its first event. */
  readonly ifRefused?: () => Promise<ChatAnswer>;
}

export type UnfinishedAnswer = Pick<AnsweredCall, "model"> & Pick<Delivery, "usage">;

/** Whether the failure may mean that the provider does not stream. It may also mean that the request is invalid. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ProviderError && (error.kind === "rejected" || error.kind === "unexplained");

/**
 * Reads a plain answer as a stream, so that its hold grows with it and it does not look like silence. If the hold can't
 * grow any further, the answer ends as if by `max_tokens`.
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
  onLeft,
  ifRefused,
}: AnswerFromStreamOptions): Promise<ChatAnswer> => {
  const upstream = createUpstreamSignal(signal);
  const delivery = createDelivery({ call, model, counter, countedFor, isExact: prepared.paid.mustNotOverdraw });
  const tokensToHold = tokensToHoldOf(prepared, model, call);
  const fold = createAnswerFold();
  let isSpent = false;
  let isBegun = false;
  const watch = createHoldWatch(prepared, () => {
    isSpent = true;
    upstream.abort();
  });
  try {
    for await (const events of client.streamChat(call, target, { limits, signal: upstream.signal })) {
      isBegun ||= events.some(isContent);
      fold.add(events);
      delivery.note(events);
      watch.made(model, tokensToHold(delivery.madeTokens()));
    }
  } catch (error) {
    if (!isSpent) {
      if (isBegun && hasLeft(signal)) onLeft({ model, usage: () => delivery.usage() });
      if (!isBegun && ifRefused !== undefined && isRefusal(error)) return await ifRefused();
      throw error;
    }
  } finally {
    upstream.close();
  }
  return { finishReason: "length", ...fold.answer(), usage: await delivery.usage() };
};
