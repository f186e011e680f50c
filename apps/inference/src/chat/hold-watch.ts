import { CenoteError } from "@cenote/core";
import { chatEstimateLines } from "../billing/usage-lines";
import type { PreparedChat } from "./prepare";

/** Keeps a stream's hold above what the stream has made. */
export interface HoldWatch {
  /** @param model The one that answers. @param outputTokens Made so far. */
  made(model: string, outputTokens: number): void;
  /** The answer shall be gone on with, and a further prompt paid for: it is held. @returns Whether the balance covers it. */
  promptAgain(model: string, promptTokens: number): Promise<boolean>;
}

/** A hold grows when this share of it is used up, and doubles. */
const GROW_AT = 0.75;
const GROW_BY = 2;

/** @param onRefused The balance is spent and the configuration says to stop: called once with insufficient_balance. */
export const createHoldWatch = (prepared: PreparedChat, onRefused: (error: CenoteError) => void): HoldWatch => {
  const { paid } = prepared;
  let promptTokens = prepared.estimateTokens.prompt;
  let coveredTokens = prepared.estimateTokens.output;
  let growing = false;
  return {
    async promptAgain(model, tokens) {
      promptTokens += tokens;
      try {
        return (await paid.grow(model, chatEstimateLines(promptTokens, coveredTokens))) >= 0n;
      } catch (error) {
        // Billing that is away has not said no: what was made is charged in any case.
        return !(error instanceof CenoteError && error.code === "insufficient_balance");
      }
    },
    made(model, outputTokens) {
      if (growing || outputTokens < coveredTokens * GROW_AT) return;
      growing = true;
      const largerTokens = Math.max(coveredTokens, outputTokens) * GROW_BY;
      const heldPromptTokens = promptTokens;
      paid.grow(model, chatEstimateLines(promptTokens, largerTokens)).then(
        () => {
          // Prompted again meanwhile: that prompt is not held yet.
          coveredTokens = heldPromptTokens === promptTokens ? largerTokens : 0;
          growing = false;
        },
        (error: unknown) => {
          if (error instanceof CenoteError && error.code === "insufficient_balance") onRefused(error);
          else growing = false;
        },
      );
    },
  };
};
