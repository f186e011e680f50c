import { CenoteError } from "@cenote/core";
import { chatEstimateLines } from "../billing/usage-lines";
import type { PreparedChat } from "./prepare";

/** Keeps a stream's hold above what the stream has made. */
export interface HoldWatch {
  /** @param model The one that answers. @param outputTokens Made so far. */
  made(model: string, outputTokens: number): void;
  /** The answer is gone on with: a further prompt is paid for. */
  promptedAgain(promptTokens: number): void;
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
    promptedAgain(tokens) {
      promptTokens += tokens;
      // Makes the next word raise the hold.
      coveredTokens = 0;
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
