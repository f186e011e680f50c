import { CenoteError } from "@cenote/core";
import { chatEstimateLines } from "../billing/usage-lines";
import type { PreparedChat } from "./prepare";

/** Keeps the hold of an answer that is being made above what it has made. */
export interface HoldWatch {
  /** @param model The one that answers. @param outputTokens Made so far. */
  made(model: string, outputTokens: number): void;
  /** The answer shall be gone on with, and a further prompt paid for: it is held. @returns Whether the balance covers it. */
  promptAgain(model: string, promptTokens: number): Promise<boolean>;
}

/** A hold grows when this share of it is used up, and doubles. */
const GROW_AT = 0.75;
const GROW_BY = 2;

const BUDGET_USED_UP = "The budget of the client token, or the balance it is spent from, is used up.";

export type HoldWatched = Pick<PreparedChat, "paid" | "estimateTokens">;

/**
 * @param onRefused What may be spent is spent, and the answer has to end: called once with insufficient_balance. By a budget once all
 * that it covers was made, by a configuration that says `overspend: stop` as soon as the hold can't grow.
 */
export const createHoldWatch = ({ paid, estimateTokens }: HoldWatched, onRefused: (error: CenoteError) => void): HoldWatch => {
  let promptTokens = estimateTokens.prompt;
  let coveredTokens = estimateTokens.output;
  let growing = false;
  let isAtItsEnd = false;
  const refuse = (error: CenoteError) => {
    growing = true;
    onRefused(error);
  };
  return {
    async promptAgain(model, tokens) {
      promptTokens += tokens;
      try {
        const { available, coveredOutputTokens } = await paid.grow(model, chatEstimateLines(promptTokens, coveredTokens));
        return available >= 0n && coveredOutputTokens === undefined;
      } catch (error) {
        // Billing that is away has not said no: what was made is charged in any case.
        return !(error instanceof CenoteError && error.code === "insufficient_balance");
      }
    },
    made(model, outputTokens) {
      if (growing || outputTokens < (isAtItsEnd ? coveredTokens : coveredTokens * GROW_AT)) return;
      if (isAtItsEnd) {
        refuse(new CenoteError("insufficient_balance", BUDGET_USED_UP));
        return;
      }
      growing = true;
      const largerTokens = Math.max(coveredTokens, outputTokens) * GROW_BY;
      const heldPromptTokens = promptTokens;
      paid.grow(model, chatEstimateLines(promptTokens, largerTokens)).then(
        ({ coveredOutputTokens }) => {
          isAtItsEnd = coveredOutputTokens !== undefined;
          // Prompted again meanwhile: that prompt is not held yet.
          coveredTokens = heldPromptTokens === promptTokens ? coveredOutputTokens ?? largerTokens : 0;
          growing = false;
        },
        (error: unknown) => {
          if (error instanceof CenoteError && error.code === "insufficient_balance") refuse(error);
          else growing = false;
        },
      );
    },
  };
};
