import type { ChatModel } from "@cenote/catalog";
import { GrowingText, hasErrorCode } from "@cenote/core";
import type { ChatCall, ChatEvent, ProviderError } from "@cenote/providers";
import type { RouteAnswer } from "@cenote/routing";
import type { ChatCandidate } from "./chat-candidate";
import { deliveredTo } from "../metering/counted-for";
import { clientOf } from "../call-scope";
import { type AnswerPart, createPart } from "./answer-part";
import { takesMessages } from "./capabilities";
import { continuationOf, createBreaks, isContinuable, isInterrupted } from "./continuation";
import { createTextJoin } from "./join-text";
import { type RoutedChat, openRoute } from "./open-route";
import type { OpenStream } from "./open-stream";
import type { PreparedChat } from "./prepare";

/** Continues an answer that breaks off over another route. Each answer that may be continued has its own continuer. */
export interface AnswerContinuer {
  /** Records what the caller has seen. */
  seen(events: readonly ChatEvent[]): void;
  /** @returns The part that continues after this one. Throws `failure` if no route can continue. */
  continueAfter(broken: AnswerPart, failure: ProviderError): Promise<AnswerPart>;
}

export interface ContinuerOptions {
  readonly chat: RoutedChat;
  /** The dropped fields that were reported to the caller. */
  readonly droppedFields: readonly string[];
  /** Whether the balance covers another prompt of about this many tokens, for which a continuation is billed. */
  readonly mayPromptAgain: (model: ChatModel, promptTokens: number) => Promise<boolean>;
}

/** Most continuations of one answer. */
const MAX_CONTINUATIONS = 3;

/** Whether an answer of this model may be continued: continuation is requested, and model and call allow it. */
export const mayContinue = ({ asked: { call, continueOnCut } }: PreparedChat, model: ChatModel): boolean =>
  (continueOnCut || model.continueOnCut === true) && model.capabilities.has("assistant_prefix") && isContinuable(call);

export const createContinuer = ({ chat, droppedFields, mayPromptAgain }: ContinuerOptions): AnswerContinuer => {
  const { scope, prepared } = chat;
  const breaks = createBreaks();
  const shown = new GrowingText();
  let continuations = 0;

  /** Whether the route accepts the prefill. Some routes of a model that supports prefill may refuse it. */
  const goesOnWith = ({ kind, targets: [{ target }] }: ChatCandidate, continuation: ChatCall): boolean =>
    takesMessages(clientOf(scope, kind).unsupported(continuation, target));

  /**
   * The continuation call for each possible route, adapted to the route. Routes are excluded if they would drop a field
   * that was not reported to the caller.
   */
  const continuationsAfter = (broken: ChatCandidate, shownTokens: number): ReadonlyMap<ChatCandidate, ChatCall> => {
    const calls = new Map<ChatCandidate, ChatCall>();
    for (const candidate of breaks.goOnAfter(prepared.routes.candidates, broken)) {
      const adapted = prepared.routes.adaptedCallOf(candidate);
      const continuation = adapted.droppedFields.every((field) => droppedFields.includes(field))
        ? continuationOf(adapted.call, shown.whole(), shownTokens)
        : undefined;
      if (continuation !== undefined && goesOnWith(candidate, continuation)) calls.set(candidate, continuation);
    }
    return calls;
  };

  return {
    seen(events) {
      for (const event of events) if (event.type === "text") shown.add(event.text);
    },
    async continueAfter({ route: broken, delivery }, failure) {
      breaks.note(broken.candidate, failure);
      if (!isInterrupted(failure) || !delivery.isPlain() || continuations === MAX_CONTINUATIONS) throw failure;
      const shownTokens = await scope.counter.countTextsInTurns(deliveredTo(prepared.context), [shown.whole()]);
      const calls = continuationsAfter(broken.candidate, shownTokens);
      const [next] = calls.values();
      if (next === undefined) throw failure;
      const promptTokens = prepared.promptTokens + shownTokens;
      if (!(await mayPromptAgain(broken.candidate.model, promptTokens))) throw failure;
      const callOf = (candidate: ChatCandidate): ChatCall => calls.get(candidate) ?? next;
      let route: RouteAnswer<OpenStream, ChatModel>;
      try {
        route = await openRoute(chat, [...calls.keys()], callOf, broken.deadlineMs);
      } catch (error) {
        // A caller who left gets `cancelled`. Otherwise the first failure is more informative than that of the continuation.
        throw hasErrorCode(error, "cancelled") ? error : failure;
      }
      const { requestId } = prepared.context;
      scope.log.info({ requestId, route: route.candidate.route, after: failure.kind }, "a cut answer is continued");
      continuations += 1;
      return createPart(chat, route, callOf(route.candidate), createTextJoin(shown.whole()));
    },
  };
};
