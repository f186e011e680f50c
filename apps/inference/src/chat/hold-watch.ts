import type { ChatModel } from "@cenote/catalog";
import { CenoteError } from "@cenote/core";
import type { ChatCall } from "@cenote/providers";
import { chatEstimateLines } from "../metering/usage-lines";
import type { PreparedChat } from "./prepare";

/** Keeps the hold of an answer above the cost of the answer so far. */
export interface HoldWatch {
  /** @param model The model that answers. @param outputTokens Output tokens so far. */
  made(model: ChatModel, outputTokens: number): void;
  /** Extends the lease of the hold without changing its size. Rejects if billing does not answer. */
  renew(model: ChatModel): Promise<void>;
  /**
   * Adds another prompt to the hold, before another route continues the answer.
   * @returns Whether the balance covers it.
   */
  promptAgain(model: ChatModel, promptTokens: number): Promise<boolean>;
}

/** A hold doubles when this fraction of it is used. */
const GROW_AT = 0.75;
const GROW_BY = 2;

/** The parts of a chat call that concern its hold. */
export type HeldChat = Pick<PreparedChat, "paid" | "promptTokens" | "coveredTokens">;

/** Whether an answer may cost more than its hold. @param call The call as its route gets it. */
export const mayOutgrowHold = (
  { coveredTokens }: Pick<HeldChat, "coveredTokens">,
  model: ChatModel,
  { maxTokens }: ChatCall,
): boolean => (maxTokens ?? model.maxOutputTokens ?? Infinity) > coveredTokens(model);

/**
 * An answer whose `max_tokens` is covered outgrows its hold only if the provider ignores the limit, or if our count is too
 * high. So that it is not cut because of our count, only half of what exceeds 64 tokens is used.
 */
const COUNT_MAY_ERR = { times: 2, tokens: 64 } as const;

/** Tokens that the hold has to cover, from our count. @param call The call as its route gets it. */
export const tokensToHoldOf = (held: HeldChat, model: ChatModel, call: ChatCall): ((made: number) => number) =>
  held.paid.mustNotOverdraw && !mayOutgrowHold(held, model, call)
    ? (made) => Math.max(0, made - COUNT_MAY_ERR.tokens) / COUNT_MAY_ERR.times
    : (made) => made;

/**
 * @param onRefused Called once, with insufficient_balance, when the answer has used all that can be held for it. The
 * answer must then end.
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
        // If another prompt was added meanwhile, this answer does not cover both prompts. The next event retries.
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
        // Billing did not refuse but did not answer. The answer continues, and is charged in any case. An answer that must
        // not overdraw can't continue, because nothing is held for the rest.
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
      // If billing does not answer, the next event retries.
      raise(model, Math.max(coveredTokens, outputTokens) * GROW_BY).catch(() => {});
    },
    async renew(model) {
      coveredTokens ??= coveredAtFirst(model);
      // Raising the hold renews it as well.
      await (growing ?? raise(model, coveredTokens));
    },
  };
};
