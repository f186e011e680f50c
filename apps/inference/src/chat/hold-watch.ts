import type { ChatModel } from "@cenote/catalog";
import { CenoteError } from "@cenote/core";
import type { ChatCall } from "@cenote/providers";
import { chatEstimateLines } from "../metering/usage-lines";
import type { PreparedChat } from "./prepare";

/** Keeps the hold of an answer above what the answer has made so far. */
export interface HoldWatch {
  /** @param model The one that answers. @param outputTokens Made so far. */
  made(model: ChatModel, outputTokens: number): void;
  /** Keeps the hold as large as it is, for another while. Rejects if billing does not answer. */
  renew(model: ChatModel): Promise<void>;
  /**
   * Another route is about to continue the answer, which costs another prompt: holds for that too.
   * @returns Whether the balance covers it.
   */
  promptAgain(model: ChatModel, promptTokens: number): Promise<boolean>;
}

/** A hold doubles when this share of it is used up. */
const GROW_AT = 0.75;
const GROW_BY = 2;

/** A chat call, as far as its hold is concerned. */
export type HeldChat = Pick<PreparedChat, "paid" | "promptTokens" | "coveredTokens">;

/** Whether an answer may come to cost more than is held for it. @param call As its route gets it. */
export const mayOutgrowHold = (
  { coveredTokens }: Pick<HeldChat, "coveredTokens">,
  model: ChatModel,
  { maxTokens }: ChatCall,
): boolean => (maxTokens ?? model.maxOutputTokens ?? Infinity) > coveredTokens(model);

/**
 * An answer whose `max_tokens` is covered outgrows its hold only if the provider ignores the limit or our count is too
 * high. So that it is not cut for the latter, it counts as half of what we counted.
 */
const COUNT_MAY_ERR = { times: 2, tokens: 64 } as const;

/** Tokens that the hold of an answer has to cover, of those that we counted. @param call As its route gets it. */
export const tokensToHoldOf = (held: HeldChat, model: ChatModel, call: ChatCall): ((made: number) => number) =>
  held.paid.mustNotOverdraw && !mayOutgrowHold(held, model, call)
    ? (made) => Math.max(0, made - COUNT_MAY_ERR.tokens) / COUNT_MAY_ERR.times
    : (made) => made;

/**
 * @param onRefused Called once, with insufficient_balance, when the answer has used all that can be held for it: it
 * must end.
 */
export const createHoldWatch = (
  { paid, promptTokens: firstPromptTokens, coveredTokens: coveredAtFirst }: HeldChat,
  onRefused: (error: CenoteError) => void,
): HoldWatch => {
  let promptTokens = firstPromptTokens;
  let coveredTokens: number | undefined;
  let growing: Promise<void> | undefined;
  let isAtItsEnd = false;
  let isRefused = false;

  const raise = (model: ChatModel, tokens: number): Promise<void> => {
    const heldPromptTokens = promptTokens;
    growing = paid.grow(model.id, chatEstimateLines(promptTokens, tokens)).then(
      ({ coveredOutputTokens }) => {
        growing = undefined;
        // If another route was prompted meanwhile this says nothing of both prompts: the next event asks again.
        const isCurrent = heldPromptTokens === promptTokens;
        isAtItsEnd = isCurrent && coveredOutputTokens !== undefined;
        coveredTokens = isCurrent ? (coveredOutputTokens ?? tokens) : 0;
      },
      (error: unknown) => {
        growing = undefined;
        throw error;
      },
    );
    return growing;
  };

  return {
    async promptAgain(model, tokens) {
      promptTokens += tokens;
      coveredTokens ??= coveredAtFirst(model);
      try {
        const { available, coveredOutputTokens } = await paid.grow(
          model.id,
          chatEstimateLines(promptTokens, coveredTokens),
        );
        return available >= 0n && coveredOutputTokens === undefined;
      } catch {
        // Billing did not refuse, it did not answer: the answer continues, and is charged in any case. One that must not
        // overdraw can't, since nothing is held for it.
        return !paid.mustNotOverdraw;
      }
    },
    made(model, outputTokens) {
      coveredTokens ??= coveredAtFirst(model);
      if (growing !== undefined || isRefused || outputTokens < (isAtItsEnd ? coveredTokens : coveredTokens * GROW_AT))
        return;
      if (isAtItsEnd) {
        isRefused = true;
        onRefused(new CenoteError("insufficient_balance"));
        return;
      }
      // If billing does not answer, the next event tries again.
      raise(model, Math.max(coveredTokens, outputTokens) * GROW_BY).catch(() => {});
    },
    async renew(model) {
      coveredTokens ??= coveredAtFirst(model);
      // What makes it larger renews it, too.
      await (growing ?? raise(model, coveredTokens));
    },
  };
};
