import type { Model } from "@cenote/catalog";
import type { CallContext, ChatRequest, UsageLine } from "@cenote/contracts";
import { invalidRequest } from "@cenote/core";
import type { ChatCall } from "@cenote/providers";
import { holdTtlMs } from "../billing/hold-ttl";
import { type PaidCall, admitCall } from "../billing/paid-call";
import { type CallScope, findModel, toCallContext } from "../call-scope";
import { toChatCall } from "../contract/chat-call";
import type { Candidate } from "../routing/candidates";
import { checkCapabilities } from "./capabilities";
import { checkContextLimit } from "./context-limit";
import { chatEstimateLines } from "../billing/usage-lines";

/** A chat call that was checked, admitted and has routes to go. */
export interface PreparedChat {
  readonly context: CallContext;
  readonly model: Model;
  readonly call: ChatCall;
  readonly candidates: readonly Candidate[];
  readonly paid: PaidCall;
  readonly estimateTokens: { readonly prompt: number; readonly output: number };
  estimateLines(outputTokens: number): readonly UsageLine[];
}

/** Models one call may name besides the first. */
const MAX_FALLBACK_MODELS = 8;

const findFallbacks = (scope: CallScope, ids: readonly string[]): Model[] => {
  if (ids.length > MAX_FALLBACK_MODELS) throw invalidRequest("models", `models: at most ${MAX_FALLBACK_MODELS}.`);
  return ids.map((id) => findModel(scope, id, "chat"));
};

/**
 * Everything before the provider: body, model, capabilities, then limits and balance.
 * Errors: invalid_request_error, model_not_found, rate_limit_exceeded, insufficient_balance, overloaded.
 */
export const prepareChat = async (
  scope: CallScope, request: { readonly context: CallContext | undefined; readonly chat: ChatRequest | undefined },
): Promise<PreparedChat> => {
  const context = toCallContext(request.context, scope.ids);
  if (request.chat === undefined) throw invalidRequest("chat", "chat: missing.");
  const call = toChatCall(request.chat);
  const model = findModel(scope, request.chat.model, "chat");
  const models = [model, ...findFallbacks(scope, request.chat.fallbackModels)];
  for (const able of models) {
    checkCapabilities(call, able);
    checkContextLimit(call, able, scope.counter);
  }
  const catalog = scope.catalog.current();
  const candidates = models.flatMap((one) => scope.candidatesOf(catalog, one, context.zdr));
  if (candidates.length === 0 && context.zdr) {
    throw invalidRequest("zdr", `zdr: ${model.id} has no route with zero data retention.`);
  }
  const prompt = scope.counter.estimatePrompt(call);
  const output = call.maxTokens === undefined ? model.typicalOutputTokens : Math.min(call.maxTokens, model.maxOutputTokens ?? call.maxTokens);
  const paid = await admitCall({
    billing: scope.billing, clock: scope.clock, log: scope.log, context, model: model.id,
    estimate: chatEstimateLines(prompt, output), holdTtlMs: holdTtlMs(candidates),
  });
  return {
    context, model, call, candidates, paid,
    estimateTokens: { prompt, output },
    estimateLines: (outputTokens) => chatEstimateLines(prompt, outputTokens),
  };
};
