import type { Model } from "@cenote/catalog";
import { CenoteError } from "@cenote/core";
import { type ChatCall, type ChatEvent, type ChatUsage, type FinishReason, ProviderError } from "@cenote/providers";
import type { Candidate, RouteAnswer } from "@cenote/routing";
import { type CallScope, clientOf } from "../call-scope";
import type { CallTimes } from "../call-times";
import { takesMessages } from "./capabilities";
import { continuationOf, createBreaks, isContinuable, isInterrupted, joinEvents } from "./continuation";
import { type Delivery, createDelivery } from "./delivery";
import { mayOutgrowHold } from "./hold-watch";
import { type TextJoin, createTextJoin } from "./join-text";
import { type OpenStream, openStream } from "./open-stream";
import { CHAT_PROMPT, type PreparedChat } from "./prepare";

/** One answer as the caller sees it: over one route or, if a cut stream is continued, over several. */
export interface AnswerStream {
  readonly model: Model;
  readonly droppedFields: readonly string[];
  readonly first: readonly ChatEvent[];
  /**
   * The next events, undefined after the last. Throws ProviderError if the answer breaks off and can't be continued.
   */
  next(): Promise<readonly ChatEvent[] | undefined>;
  finishReason(): FinishReason | undefined;
  /** Tokens the hold has to cover by now: those made so far, over all routes. */
  tokensToHold(): number;
  /** The usage of all routes together. */
  usage(): ChatUsage;
  /** Ends what is still open. */
  close(): Promise<void>;
}

export interface AnswerOptions {
  readonly scope: CallScope;
  readonly prepared: PreparedChat;
  readonly times: CallTimes;
  readonly signal: AbortSignal;
  /** Whether another prompt of about this many tokens may be paid for: continuing is a purchase of its own. */
  readonly mayPromptAgain: (model: Model, promptTokens: number) => Promise<boolean>;
}

/** One route's part of an answer. */
interface Part {
  readonly route: RouteAnswer<OpenStream>;
  readonly delivery: Delivery;
  /** Set if this part continues an earlier one. */
  readonly join: TextJoin | undefined;
}

/**
 * An answer whose `max_tokens` is covered outgrows its hold only if the provider ignores the limit or our count is too
 * high. So that it is not cut for the latter, it counts as half of what we counted.
 */
const COUNT_MAY_ERR = { times: 2, tokens: 64 } as const;

/** How often one answer may be continued. */
const MAX_CONTINUATIONS = 3;

const addUsage = (a: ChatUsage, b: ChatUsage): ChatUsage => ({
  promptTokens: a.promptTokens + b.promptTokens,
  completionTokens: a.completionTokens + b.completionTokens,
  cachedTokens: a.cachedTokens + b.cachedTokens,
  cacheWriteTokens: a.cacheWriteTokens + b.cacheWriteTokens,
  reasoningTokens: a.reasoningTokens + b.reasoningTokens,
});

/** Finds a route that answers. Errors: those of the router. */
export const openAnswer = async ({
  scope,
  prepared,
  times,
  signal,
  mayPromptAgain,
}: AnswerOptions): Promise<AnswerStream> => {
  const {
    fitOf,
    context: { requestId },
  } = prepared;
  const open = (candidates: readonly Candidate[], callOf: (candidate: Candidate) => ChatCall, deadlineMs?: number) =>
    scope.router.open({
      candidates,
      rankOf: prepared.rankOf,
      isGiven: prepared.isGiven,
      prompt: CHAT_PROMPT,
      attempt: (routeTry) =>
        openStream({
          client: clientOf(scope, routeTry.candidate.kind),
          call: callOf(routeTry.candidate),
          routeTry,
          signal,
          clock: scope.clock,
        }),
      trace: times.trace,
      requestId,
      signal,
      ...(deadlineMs === undefined ? {} : { deadlineMs }),
    });
  const firstRoute = await open(prepared.candidates, (candidate) => fitOf(candidate).call);
  const { call: firstCall, droppedFields } = fitOf(firstRoute.candidate);
  const { model } = firstRoute.candidate;
  const isBounded = prepared.paid.mustNotOverdraw && !mayOutgrowHold(prepared, model, firstCall);
  const continues =
    (prepared.continueOnCut || model.continueOnCut === true) &&
    model.capabilities.has("assistant_prefix") &&
    isContinuable(prepared.call);

  /** @returns What the caller may see of the beginning. */
  const begin = (
    route: RouteAnswer<OpenStream>,
    asked: ChatCall,
    join: TextJoin | undefined,
  ): [Part, readonly ChatEvent[]] => {
    const part: Part = {
      route,
      delivery: createDelivery({
        call: asked,
        model: route.candidate.model,
        counter: scope.counter,
        isExact: prepared.paid.mustNotOverdraw,
      }),
      join,
    };
    return [part, take(part, route.answer.first)];
  };
  const take = ({ delivery, join }: Part, events: readonly ChatEvent[]): readonly ChatEvent[] => {
    delivery.note(events);
    return join === undefined ? events : joinEvents(events, join);
  };

  const breaks = createBreaks();
  const earlier: Delivery[] = [];
  let [part, first] = begin(firstRoute, firstCall, undefined);
  let shown = first.map(textOf).join("");
  const show = (events: readonly ChatEvent[]): readonly ChatEvent[] => {
    if (continues) for (const event of events) shown += textOf(event);
    return events;
  };

  /** Some routes of a model that goes on from a beginning may refuse one. */
  const goesOnWith = ({ kind, targets: [{ target }] }: Candidate, continuation: ChatCall): boolean =>
    takesMessages(clientOf(scope, kind).unsupported(continuation, target));

  /**
   * The continuation call for each possible route, as that route supports it, except routes that would drop a field not
   * reported to the caller.
   */
  const continuationsAfter = (broken: Candidate): ReadonlyMap<Candidate, ChatCall> => {
    const calls = new Map<Candidate, ChatCall>();
    for (const candidate of breaks.goOnAfter(prepared.candidates, broken)) {
      const fit = fitOf(candidate);
      const continuation = fit.droppedFields.every((field) => droppedFields.includes(field))
        ? continuationOf(fit.call, shown, scope.counter)
        : undefined;
      if (continuation !== undefined && goesOnWith(candidate, continuation)) calls.set(candidate, continuation);
    }
    return calls;
  };

  /** Continues over another route. @returns The next events. Throws the failure if no route can. */
  const goOn = async (failure: ProviderError): Promise<readonly ChatEvent[]> => {
    breaks.note(part.route.candidate, failure);
    if (!continues || !isInterrupted(failure) || !part.delivery.isPlain() || earlier.length === MAX_CONTINUATIONS)
      throw failure;
    const calls = continuationsAfter(part.route.candidate);
    const [next] = calls.values();
    if (next === undefined) throw failure;
    const promptTokens = prepared.promptTokens + scope.counter.countText(shown);
    if (!(await mayPromptAgain(model, promptTokens))) throw failure;
    const callOf = (candidate: Candidate): ChatCall => calls.get(candidate) ?? next;
    let route: RouteAnswer<OpenStream>;
    try {
      route = await open([...calls.keys()], callOf, part.route.deadlineMs);
    } catch (error) {
      // A caller who left gets that error; otherwise the first failure is more informative than that of a second try.
      throw error instanceof CenoteError && error.code === "cancelled" ? error : failure;
    }
    scope.log.info({ requestId, route: route.candidate.route, after: failure.kind }, "a cut answer is continued");
    earlier.push(part.delivery);
    const [following, events] = begin(route, callOf(route.candidate), createTextJoin(shown));
    part = following;
    return show(events);
  };

  const read = async (): Promise<readonly ChatEvent[] | undefined> => {
    const { route, delivery } = part;
    const next = await route.answer.rest.next();
    if (next.done !== true) return take(part, next.value);
    if (delivery.finishReason() === undefined)
      throw new ProviderError({ kind: "cut", message: "The provider cut its answer short." });
    route.ended();
    return undefined;
  };

  return {
    model,
    droppedFields,
    first,
    async next() {
      try {
        const events = await read();
        return events && show(events);
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        part.route.ended(error);
        return goOn(error);
      }
    },
    finishReason: () => part.delivery.finishReason(),
    tokensToHold() {
      const made = earlier.reduce((sum, delivery) => sum + delivery.madeTokens(), part.delivery.madeTokens());
      return isBounded ? Math.max(0, made - COUNT_MAY_ERR.tokens) / COUNT_MAY_ERR.times : made;
    },
    usage: () => earlier.reduce((sum, delivery) => addUsage(sum, delivery.usage()), part.delivery.usage()),
    async close() {
      part.route.ended({ kind: "aborted", phase: undefined });
      await part.route.answer.rest.return?.();
    },
  };
};

const textOf = (event: ChatEvent): string => (event.type === "text" ? event.text : "");
