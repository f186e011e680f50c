import { admitCall, type PaidCall, readContext } from "@cenote/calls";
import type { Model } from "@cenote/catalog";
import type { CallContext, ChatRequest } from "@cenote/contracts";
import { coveredTokens, estimateForHold } from "@cenote/pricing";
import type { ChatCall } from "@cenote/providers";
import type { Candidate, RoutedPrompt } from "@cenote/routing";
import { isUnnamedBudget } from "../billing/budget-check";
import { isBudgeted } from "../billing/held-tokens";
import { chatEstimateLines } from "../billing/usage-lines";
import type { CallScope } from "../call-scope";
import { readAskedChat } from "./asked-chat";
import { restName } from "./capabilities";
import type { ChatFit } from "./fit-routes";
import { promptOfBalance, promptOfBudget, withHeldTokens } from "./held-prompt";
import { longestForm, usableRoutes } from "./usable-routes";
import { withinBudget } from "./within-budget";

/** A chat call that was checked and admitted, and the routes it may take. */
export interface PreparedChat {
  readonly context: CallContext;
  readonly call: ChatCall;
  readonly candidates: readonly Candidate[];
  /** How much of the call a route leaves out. */
  readonly rankOf: (candidate: Candidate) => number;
  /** The call as a route gets it. */
  readonly fitOf: (candidate: Candidate) => ChatFit;
  /** The caller wants a cut stream to be continued. */
  readonly continueOnCut: boolean;
  /** Whether the caller set a field, by its REST name. False for a `max_tokens` that was set because of a budget. */
  readonly isGiven: (field: string) => boolean;
  readonly paid: PaidCall;
  /** The shutdown date of the requested model. */
  readonly shutdownDate: string | undefined;
  /** As estimated. */
  readonly promptTokens: number;
  /** Output tokens of the answering model that the hold covers. */
  readonly coveredTokens: (answering: Model) => number;
}

/** The prompt of a chat in errors. */
export const CHAT_PROMPT: RoutedPrompt = { field: "messages" };

/**
 * Everything before the provider: body, model, capabilities, then limits and balance.
 * Errors: invalid_request_error, model_not_found, rate_limit_exceeded, insufficient_balance, overloaded.
 */
export const prepareChat = async (
  scope: CallScope,
  request: { readonly context: CallContext | undefined; readonly chat: ChatRequest | undefined },
): Promise<PreparedChat> => {
  const context = readContext(request.context, scope.ids);
  const asked = readAskedChat(scope, context, request.chat);
  const { call, models } = asked;
  const longest = { ...asked, call: longestForm(asked) };
  const {
    held: promptTokens,
    likely,
    expected,
  } = isBudgeted(context) ? await promptOfBudget(scope, context, longest) : promptOfBalance(scope, longest);
  const { candidates, fitOf, rankOf, unsupported } = await usableRoutes(scope, asked, {
    longest: longest.call,
    likely,
  });
  const first = candidates[0]?.model ?? models[0];
  const held = estimateForHold(
    [first, ...candidates.map((candidate) => candidate.model)],
    promptTokens,
    call.maxTokens,
    isBudgeted(context),
  );
  let paid: PaidCall;
  try {
    paid = await admitCall(scope, {
      context,
      model: first.id,
      heldModel: held.model.id,
      estimate: chatEstimateLines(promptTokens, held.outputTokens),
      mostOutputTokens: held.mostOutputTokens,
      expectedTokens: expected === undefined ? undefined : expected + held.outputTokens,
      promptEstimated: !isBudgeted(context),
      renewals: scope.renewals,
    });
  } catch (error) {
    // Once more, with the prompt counted as for a budget.
    if (isUnnamedBudget(error)) return prepareChat(scope, { ...request, context: { ...context, budgeted: true } });
    // `expected` is set only for files that a budget pays for: their tokens are a guess, and the refusal says so.
    throw expected === undefined ? error : withHeldTokens(error, promptTokens);
  }
  const { outputLimit } = paid;
  const covered = {
    held: held.model,
    promptTokens,
    outputTokens: outputLimit ?? held.outputTokens,
    isBudgeted: isBudgeted(context),
  };
  const prepared: PreparedChat = {
    context,
    call,
    candidates,
    rankOf,
    fitOf,
    isGiven: (field) =>
      !(field === "max_tokens" && outputLimit !== undefined) &&
      Object.keys(call).some((name) => restName(name as keyof ChatCall) === field),
    paid,
    shutdownDate: asked.shutdownDate,
    continueOnCut: asked.continueOnCut,
    promptTokens,
    coveredTokens: (answering) => coveredTokens(covered, answering),
  };
  return outputLimit === undefined ? prepared : { ...prepared, ...withinBudget({ ...prepared, unsupported }) };
};
