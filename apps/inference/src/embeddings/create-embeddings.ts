import {
  type AdmittableCall,
  admitCall,
  failedCall,
  madeInfo,
  type PaidCall,
  readContext,
  startCallTimes,
} from "@cenote/calls";
import type { CreateEmbeddingsRequest, CreateEmbeddingsResponse } from "@cenote/contracts";
import { toCallError } from "@cenote/routing";
import { throwIfCut } from "../caller-left";
import { isBudgetEnough, isUnnamedBudget } from "../metering/budget-check";
import { countedFor, deliveredTo } from "../metering/counted-for";
import { countedInstead } from "../metering/counted-instead";
import { countForBudget, isBudgeted } from "../metering/held-tokens";
import { isCredible } from "../metering/usage-to-charge";
import { inputTokenLines } from "../metering/usage-lines";
import { type CallScope, clientOf } from "../call-scope";
import { readAskedEmbeddings } from "./asked-embeddings";

/** Vectors for texts, paid for when it returns, even if its caller has left by then. Errors: those of InferenceService. */
export const createEmbeddings = async (
  scope: CallScope,
  request: CreateEmbeddingsRequest,
  signal: AbortSignal,
): Promise<CreateEmbeddingsResponse> => {
  const times = startCallTimes(scope.clock, "embedding", false);
  const context = readContext(request.context, scope.ids);
  const asked = readAskedEmbeddings(scope, context, request.embeddings);
  const { call, model, candidates, texts, givenTokens } = asked;
  const estimated = texts.reduce((sum, text) => sum + scope.counter.estimateText(text), givenTokens);
  const count = async () => givenTokens + (await scope.counter.countTextsInTurns(countedFor(context), texts));
  const counted = isBudgeted(context)
    ? await countForBudget(estimated, {
        count,
        isCovered: (tokens) => isBudgetEnough(scope, { context, model: model.id, estimate: inputTokenLines(tokens) }),
      })
    : undefined;
  const admittable: AdmittableCall = {
    context,
    model: model.id,
    estimate: inputTokenLines(counted?.held ?? estimated),
    promptEstimated: !isBudgeted(context),
    renewals: scope.renewals,
  };
  let paid: PaidCall;
  try {
    paid = await admitCall(scope, admittable);
  } catch (error) {
    if (isUnnamedBudget(error))
      return createEmbeddings(scope, { ...request, context: { ...context, budgeted: true } }, signal);
    const expectedTokens = await countedInstead(error, { estimated, outputTokens: 0, count });
    paid = await admitCall(scope, { ...admittable, expectedTokens });
  }
  try {
    const { answer } = await scope.router.answer({
      candidates,
      attempt: ({ candidate, target, limits }) =>
        clientOf(scope, candidate.kind).embed(call, target, { limits, signal }),
      prompt: { field: "input", isInvalidIfLong: true },
      isGiven: (field) => Object.hasOwn(call, field),
      trace: times.trace,
      requestId: context.requestId,
      signal,
    });
    times.markFirstContent();
    throwIfCut(signal);
    const window = model.contextTokens && model.contextTokens * call.input.length;
    const promptTokens =
      answer.promptTokens !== undefined && isCredible(answer.promptTokens, window)
        ? answer.promptTokens
        : givenTokens + (await scope.counter.countTextsInTurns(deliveredTo(context), texts));
    const cost = await paid.settleUndelivered({
      model: model.id,
      usage: inputTokenLines(promptTokens),
      record: times.record(signal.aborted ? "cancelled" : "ok"),
    });
    return {
      model: model.id,
      data: answer.vectors.map((vector) => ({ vector })),
      usage: { promptTokens, totalTokens: promptTokens, costUsd: cost.costUsd, costNanoMxn: cost.costNanoMxn },
      info: madeInfo(paid, times, asked),
    };
  } catch (error) {
    throw await failedCall(paid, times, toCallError(error));
  }
};
