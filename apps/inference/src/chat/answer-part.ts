import type { ChatModel } from "@cenote/catalog";
import type { ChatCall, ChatEvent } from "@cenote/providers";
import type { RouteAnswer } from "@cenote/routing";
import { deliveredTo } from "../metering/counted-for";
import { joinEvents } from "./continuation";
import { type Delivery, createDelivery } from "./delivery";
import type { TextJoin } from "./join-text";
import type { RoutedChat } from "./open-route";
import type { OpenStream } from "./open-stream";

/** The part of an answer that one route gives. It is the whole answer unless the route breaks off and another continues. */
export interface AnswerPart {
  readonly route: RouteAnswer<OpenStream, ChatModel>;
  readonly delivery: Delivery;
  /** Set if this part continues an earlier one. */
  readonly join: TextJoin | undefined;
}

/** @param asked The call that was sent to this route. */
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

/** @returns The events of the beginning, as the caller may see them. */
export const beginningOf = (part: AnswerPart): readonly ChatEvent[] => take(part, part.route.answer.first);

/** @returns The next events, as the caller may see them; undefined after the last. Throws ProviderError. */
export const readPart = async (part: AnswerPart): Promise<readonly ChatEvent[] | undefined> => {
  const next = await part.route.answer.rest.next();
  if (next.done !== true) return take(part, next.value);
  part.route.reportEnd();
  return undefined;
};
