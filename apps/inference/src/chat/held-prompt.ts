import type { CallContext } from "@cenote/contracts";
import { hasErrorCode } from "@cenote/core";
import { cheapestPrompt } from "@cenote/pricing";
import type { ChatCandidate } from "./chat-candidate";
import { type CountedTokens, countForBudget } from "../metering/held-tokens";
import { isBudgetEnough } from "../metering/budget-check";
import { inputTokenLines } from "../metering/usage-lines";
import type { CallScope } from "../call-scope";
import type { AskedChat } from "./asked-chat";
import { opaqueTexts } from "./opaque-texts";
import { hasFiles, heldForBalance, type PromptWithFiles, heldForBudget } from "./prompt-with-files";

/** The routes that accept a prompt with files, which are never dropped. If there are none, the call is refused. */
const routesForFiles = (candidates: readonly ChatCandidate[]): readonly ChatCandidate[] =>
  candidates.filter(({ model }) => model.capabilities.has("pdf"));

/** The tokens of files are a guess, so everything else is counted to decide whether the prompt is too long. */
const countWithFiles = (
  { counter }: Pick<CallScope, "counter">,
  asked: AskedChat,
  heldOf: (prompt: PromptWithFiles) => number,
): CountedTokens => {
  const candidates = routesForFiles(asked.candidates);
  return { likely: Infinity, held: candidates.length === 0 ? 0 : heldOf({ ...asked, candidates, counter }) };
};

/** Counts everything that the provider is sent, except files, with a tokenizer. */
export const countWhole = async (
  { counter }: Pick<CallScope, "counter">,
  { call, imageTokens, countedFor }: AskedChat,
): Promise<number> =>
  (await counter.countPromptInTurns(countedFor, call, imageTokens)) +
  (await counter.countTextsInTurns(countedFor, opaqueTexts(call)));

/** Estimates the tokens of a prompt that the balance pays for, from lengths. */
export const promptOfBalance = (scope: Pick<CallScope, "counter">, asked: AskedChat): CountedTokens => {
  if (hasFiles(asked.call)) return countWithFiles(scope, asked, heldForBalance);
  const estimated = scope.counter.estimatePrompt(asked.call, asked.imageTokens);
  return { likely: estimated, held: estimated };
};

/**
 * Tokens of a prompt that a budget pays for, which must not be exceeded. Errors: invalid_request_error for a file in a
 * prompt, if the context window of the model is unknown.
 */
export const promptOfBudget = async (
  scope: CallScope,
  context: CallContext,
  asked: AskedChat,
): Promise<CountedTokens> => {
  const { call, models, imageTokens } = asked;
  return hasFiles(call)
    ? { ...countWithFiles(scope, asked, heldForBudget), expected: promptOfBalance(scope, asked).held }
    : await countForBudget(scope.counter.estimatePrompt(call, imageTokens), {
        count: () => countWhole(scope, asked),
        isCovered: (tokens) =>
          isBudgetEnough(scope, {
            context,
            model: cheapestPrompt(models, tokens).id,
            estimate: inputTokenLines(tokens),
          }),
      });
};

/** Tokens of a prompt for a quote. */
export interface QuotedPrompt {
  readonly likely: number;
  readonly expected: number;
  readonly maximum: number;
}

/** The maximum is the number of tokens that a budget would hold. Errors: those of promptOfBudget. */
export const promptOfQuote = async (scope: Pick<CallScope, "counter">, asked: AskedChat): Promise<QuotedPrompt> => {
  const { call, imageTokens } = asked;
  if (hasFiles(call)) {
    const { likely, held: maximum } = countWithFiles(scope, asked, heldForBudget);
    return { likely, expected: promptOfBalance(scope, asked).held, maximum };
  }
  const counted = await countWhole(scope, asked);
  return {
    likely: counted,
    expected: counted,
    maximum: Math.max(counted, scope.counter.estimatePrompt(call, imageTokens)),
  };
};

/** Adds the number of held tokens to the error for a budget that does not cover a file in the prompt. */
export const withHeldTokens = (error: unknown, { held, expected }: CountedTokens): unknown =>
  expected !== undefined && hasErrorCode(error, "insufficient_balance")
    ? error.with({
        message: `${error.message} With a file in its prompt it needs ${held} tokens of it until it is charged, all that the model can read: a file's tokens can't be counted in advance.`,
        cause: error,
      })
    : error;
