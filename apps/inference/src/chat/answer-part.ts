import type { ChatModel } from "@cenote/catalog";
import type { ChatCall, ChatEvent } from "@cenote/providers";
import type { RouteAnswer } from "@cenote/routing";
import { deliveredTo } from "../metering/counted-for";
import { joinEvents } from "./continuation";
import { type Delivery, createDelivery } from "./delivery";
import type { TextJoin } from "./join-text";
import type { RoutedChat } from "./open-route";
import type { OpenStream } from "./open-stream";

/** One route's part of an answer: the whole answer, unless the route breaks off and another continues. */
export interface AnswerPart {
  readonly route: RouteAnswer<OpenStream, ChatModel>;
  readonly delivery: Delivery;
  /** Set if this part continues an earlier one. */
  readonly join: TextJoin | undefined;
}

/** @param asked The call as this route got it. */
export const createPart = (
  { scope, prepared }: RoutedChat,
  route: RouteAnswer<OpenStream, ChatModel>,
  asked: ChatCall,
  join?: TextJoin,
): AnswerPart => ({
  route,
  delivery: createDelivery({
    call: asked,
    model: route.candidate.model,
    counter: scope.counter,
    countedFor: deliveredTo(prepared.context),
    isExact: prepared.paid.mustNotOverdraw,
  }),
  join,
});

const take = ({ delivery, join }: AnswerPart, events: readonly ChatEvent[]): readonly ChatEvent[] => {
  delivery.note(events);
  return join === undefined ? events : joinEvents(events, join);
};

/** @returns What the caller may see of the beginning. */
export const beginningOf = (part: AnswerPart): readonly ChatEvent[] => take(part, part.route.answer.first);

/** @returns What the caller may see of the next events, undefined after the last. Throws ProviderError. */
export const readPart = async (part: AnswerPart): Promise<readonly ChatEvent[] | undefined> => {
  const next = await part.route.answer.rest.next();
  if (next.done !== true) return take(part, next.value);
  part.route.reportEnd();
  return undefined;
};
