import type { ChatModel } from "@cenote/catalog";
import { type ChatEvent, type ChatUsage, type FinishReason, ProviderError } from "@cenote/providers";
import { beginningOf, createPart, readPart } from "./answer-part";
import { type ContinuerOptions, createContinuer, mayContinue } from "./continue-answer";
import type { Delivery } from "./delivery";
import { tokensToHoldOf } from "./hold-watch";
import { type RoutedChat, openRoute } from "./open-route";

/** An answer as the caller sees it. It comes over one route, or over several if a cut stream is continued. */
export interface AnswerStream {
  readonly model: ChatModel;
  readonly droppedFields: readonly string[];
  readonly first: readonly ChatEvent[];
  /**
   * The next events; undefined after the last. Throws ProviderError if the answer breaks off and can't be continued.
   */
  next(): Promise<readonly ChatEvent[] | undefined>;
  /** Only after the last events. */
  finishReason(): FinishReason;
  /** Number of output tokens so far, over all routes, which the hold has to cover. */
  tokensToHold(): number;
  /** The usage of all routes together. */
  usage(): Promise<ChatUsage>;
  /** Ends the provider's stream if it is still open. */
  close(): Promise<void>;
}

export interface AnswerOptions extends RoutedChat, Pick<ContinuerOptions, "mayPromptAgain"> {}

const addUsage = (a: ChatUsage, b: ChatUsage): ChatUsage => ({
  promptTokens: a.promptTokens + b.promptTokens,
  completionTokens: a.completionTokens + b.completionTokens,
  cachedTokens: a.cachedTokens + b.cachedTokens,
  cacheWriteTokens: a.cacheWriteTokens + b.cacheWriteTokens,
  reasoningTokens: a.reasoningTokens + b.reasoningTokens,
});

/** Finds a route that answers. Errors: those of the router. */
export const openAnswer = async (options: AnswerOptions): Promise<AnswerStream> => {
  const { prepared, mayPromptAgain } = options;
  const { candidates, adaptedCallOf } = prepared.routes;
  const route = await openRoute(options, candidates, (candidate) => adaptedCallOf(candidate).call);
  const { model } = route.candidate;
  const { call, droppedFields } = adaptedCallOf(route.candidate);
  const toHold = tokensToHoldOf(prepared, model, call);
  const continuer = mayContinue(prepared, model)
    ? createContinuer({ chat: options, droppedFields, mayPromptAgain })
    : undefined;

  /** Parts that broke off. */
  const earlier: Delivery[] = [];
  let part = createPart(options, route, call);
  const first = beginningOf(part);
  continuer?.seen(first);

  return {
    model,
    droppedFields,
    first,
    async next() {
      let events: readonly ChatEvent[] | undefined;
      try {
        events = await readPart(part);
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        part.route.reportEnd(error);
        if (continuer === undefined) throw error;
        const following = await continuer.continueAfter(part, error);
        earlier.push(part.delivery);
        part = following;
        events = beginningOf(part);
      }
      if (events !== undefined) continuer?.seen(events);
      return events;
    },
    finishReason() {
      const reason = part.delivery.finishReason();
      if (reason === undefined) throw new Error("a whole answer without a finish reason");
      return reason;
    },
    tokensToHold() {
      const made = earlier.reduce((sum, delivery) => sum + delivery.madeTokens(), part.delivery.madeTokens());
      return toHold(made);
    },
    async usage() {
      let sum = await part.delivery.usage();
      for (const delivery of earlier) sum = addUsage(sum, await delivery.usage());
      return sum;
    },
    async close() {
      part.route.reportEnd({ kind: "aborted", phase: undefined });
      await part.route.answer.rest.return?.();
    },
  };
};
