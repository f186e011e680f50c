import { findModel, readContext } from "@cenote/calls";
import { shutdownDateOf } from "@cenote/catalog";
import type { CreateEmbeddingsRequest, CreateEmbeddingsResponse, EmbeddingInput } from "@cenote/contracts";
import { invalidRequest } from "@cenote/core";
import type { EmbeddingsCall } from "@cenote/providers";
import { noProviderError, toCallError } from "@cenote/routing";
import { countForBudget, isBudgeted } from "../billing/held-tokens";
import { holdTtlMs } from "../billing/hold-ttl";
import { admitCall, isBudgetEnough, isUntoldBudget, type PaidCall } from "../billing/paid-call";
import { throwIfCancelled } from "../billing/throw-if-cancelled";
import { isCredible } from "../billing/usage-to-charge";
import { inputTokenLines } from "../billing/usage-lines";
import { type CallScope, clientOf } from "../call-scope";
import { startCallTimes } from "../call-times";

/** Inputs in one call. */
const MAX_INPUTS = 2048;

const toInput = (input: EmbeddingInput, index: number): string | number[] => {
  switch (input.input?.$case) {
    case "text":
      return input.input.value;
    case "tokens":
      return input.input.value.tokens;
    case undefined:
      throw invalidRequest(`input[${index}]`, `input[${index}]: neither text nor tokens.`);
  }
};

/** Vectors for texts, paid for when it returns. Errors: those of InferenceService. */
export const createEmbeddings = async (
  scope: CallScope,
  request: CreateEmbeddingsRequest,
  signal: AbortSignal,
): Promise<CreateEmbeddingsResponse> => {
  const times = startCallTimes(scope.clock, "embedding", false);
  const context = readContext(request.context, scope.ids);
  const { embeddings } = request;
  if (embeddings === undefined || embeddings.input.length === 0)
    throw invalidRequest("input", "input: at least one is needed.");
  if (embeddings.input.length > MAX_INPUTS) throw invalidRequest("input", `input: at most ${MAX_INPUTS} items.`);
  const model = findModel(scope.catalog, embeddings.model, "embedding");
  if (
    embeddings.dimensions !== undefined &&
    model.dimensions !== undefined &&
    embeddings.dimensions > model.dimensions
  ) {
    throw invalidRequest("dimensions", `dimensions: ${model.id} has at most ${model.dimensions}.`);
  }
  const call: EmbeddingsCall = {
    input: embeddings.input.map(toInput),
    ...(embeddings.dimensions === undefined ? {} : { dimensions: embeddings.dimensions }),
    ...(embeddings.user === undefined ? {} : { user: embeddings.user }),
  };
  const catalog = scope.catalog.current();
  const shutdownDate = shutdownDateOf(catalog, model);
  const candidates = scope.candidatesOf(catalog, model, context.zdr);
  if (candidates.length === 0 && context.zdr)
    throw invalidRequest("zdr", `zdr: ${model.id} has no route with zero data retention.`);
  if (candidates.length === 0) throw noProviderError([model], catalog.providers);
  const texts = call.input.filter((input) => typeof input === "string");
  const givenTokens = call.input.reduce((sum, input) => sum + (typeof input === "string" ? 0 : input.length), 0);
  const estimated = texts.reduce((sum, text) => sum + scope.counter.estimateText(text), givenTokens);
  const counted = isBudgeted(context)
    ? await countForBudget(estimated, {
        count: async () => givenTokens + (await scope.counter.countTextsInTurns(texts)),
        isCovered: (tokens) => isBudgetEnough(scope, { context, model: model.id, estimate: inputTokenLines(tokens) }),
      })
    : undefined;
  let paid: PaidCall;
  try {
    paid = await admitCall({
      billing: scope.billing,
      clock: scope.clock,
      log: scope.log,
      context,
      model: model.id,
      estimate: inputTokenLines(counted?.held ?? estimated),
      holdTtlMs: holdTtlMs(candidates),
    });
  } catch (error) {
    if (!isUntoldBudget(error)) throw error;
    return createEmbeddings(scope, { ...request, context: { ...context, budgeted: true } }, signal);
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
    const upstreamUs = times.upstreamUs();
    throwIfCancelled(signal);
    const promptTokens =
      answer.promptTokens !== undefined &&
      isCredible(
        answer.promptTokens,
        model.contextTokens === undefined ? undefined : model.contextTokens * call.input.length,
      )
        ? answer.promptTokens
        : givenTokens + scope.counter.countTexts(texts);
    const cost = await paid.settleUndelivered({
      model: model.id,
      usage: inputTokenLines(promptTokens),
      record: times.record("ok"),
    });
    return {
      model: model.id,
      data: answer.vectors.map((vector) => ({ vector })),
      usage: { promptTokens, totalTokens: promptTokens, costUsd: cost.costUsd, costNanoMxn: cost.costNanoMxn },
      info: {
        rateLimits: paid.rateLimits,
        attempts: times.trace.attempts.length,
        upstreamUs,
        droppedFields: [],
        shutdownDate,
      },
    };
  } catch (error) {
    const failure = toCallError(error);
    await paid.release(times.record(failure.code));
    throw failure;
  }
};
