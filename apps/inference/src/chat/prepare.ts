import { type AdmittableCall, type PaidCall, readContext } from "@cenote/calls";
import type { ChatModel } from "@cenote/catalog";
import type { CallContext, ChatRequest } from "@cenote/contracts";
import { coveredTokens, estimateForHold } from "@cenote/pricing";
import type { ChatCall } from "@cenote/providers";
import type { RoutedPrompt } from "@cenote/routing";
import { admitEstimated } from "../metering/admit-estimated";
import { namingBudget } from "../metering/budget-check";
import { isBudgeted } from "../metering/held-tokens";
import { chatEstimateLines } from "../metering/usage-lines";
import type { CallScope } from "../call-scope";
import { type AskedChat, readAskedChat } from "./asked-chat";
import { restName } from "./capabilities";
import type { AdaptedRoutes } from "./adapt-routes";
import { countWhole, promptOfBalance, promptOfBudget, withHeldTokens } from "./held-prompt";
import { hasFiles } from "./prompt-with-files";
import { longestForm, usableRoutes } from "./usable-routes";
import { withinBudget } from "./within-budget";

/** A chat call that was validated and admitted. */
export interface PreparedChat {
  readonly context: CallContext;
  readonly asked: AskedChat;
  readonly routes: AdaptedRoutes;
  /** Whether the caller set a field, by its REST name. False for a `max_tokens` that was set because of a budget. */
  readonly isGiven: (field: string) => boolean;
  readonly paid: PaidCall;
  /** Estimated tokens of the prompt. */
  readonly promptTokens: number;
  /** Number of output tokens of the answering model that the hold covers. */
  readonly coveredTokens: (answering: ChatModel) => number;
}

/** How errors name the prompt of a chat. */
export const CHAT_PROMPT: RoutedPrompt = { field: "messages" };

/**
 * Everything before the provider is called: body, model, capabilities, then limits and balance.
 * Errors: invalid_request_error, permission_denied, model_not_found, rate_limit_exceeded, insufficient_balance, overloaded.
 */
export const prepareChat = async (
  scope: CallScope,
  request: { readonly context: CallContext | undefined; readonly chat: ChatRequest | undefined },
): Promise<PreparedChat> => {
  const context = readContext(request.context, scope.ids);
  const asked = readAskedChat(scope, context, request.chat);
  try {
    return await admitChat(scope, context, asked);
  } catch (refusal) {
    return admitChat(scope, namingBudget(context, refusal), asked);
  }
};

/** @param isLimited Whether a budget has set `max_tokens`, which is then not the caller's. */
const isGivenIn =
  (call: ChatCall, isLimited: boolean) =>
  (field: string): boolean =>
    !(field === "max_tokens" && isLimited) &&
    Object.keys(call).some((name) => restName(name as keyof ChatCall) === field);

const admitChat = async (scope: CallScope, context: CallContext, asked: AskedChat): Promise<PreparedChat> => {
  const ofBudget = isBudgeted(context);
  const longest = { ...asked, call: longestForm(asked) };
  const prompt = ofBudget ? await promptOfBudget(scope, context, longest) : promptOfBalance(scope, longest);
  const routes = await usableRoutes(scope, asked, { longest: longest.call, likely: prompt.likely });
  const first = routes.candidates[0]?.model ?? asked.models[0];
  const held = estimateForHold(
    [first, ...routes.candidates.map(({ model }) => model)],
    prompt.held,
    asked.call.maxTokens,
    ofBudget,
  );
  const admittable: AdmittableCall = {
    context,
    model: first.id,
    heldModel: held.model.id,
    estimate: chatEstimateLines(prompt.held, held.outputTokens),
    mostOutputTokens: held.mostOutputTokens,
    expectedTokens: prompt.expected === undefined ? undefined : prompt.expected + held.outputTokens,
    promptEstimated: !ofBudget,
    renewals: scope.renewals,
  };
  let paid: PaidCall;
  try {
    paid = await admitEstimated(scope, {
      call: admittable,
      estimated: prompt.held,
      outputTokens: held.outputTokens,
      count: hasFiles(asked.call) ? undefined : () => countWhole(scope, longest),
    });
  } catch (refusal) {
    throw withHeldTokens(refusal, prompt);
  }
  const { outputLimit } = paid;
  const covered = {
    held: held.model,
    promptTokens: prompt.held,
    outputTokens: outputLimit ?? held.outputTokens,
    isBudgeted: ofBudget,
  };
  const coveredByHold = (answering: ChatModel): number => coveredTokens(covered, answering);
  return {
    context,
    asked,
    routes: outputLimit === undefined ? routes : withinBudget(routes, coveredByHold),
    isGiven: isGivenIn(asked.call, outputLimit !== undefined),
    paid,
    promptTokens: prompt.held,
    coveredTokens: coveredByHold,
  };
};
