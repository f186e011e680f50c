import { findModel, readContext } from "@cenote/calls";
import { shutdownDateOf } from "@cenote/catalog";
import type {
  CreateEmbeddingsRequest,
  CreateEmbeddingsResponse,
  EmbeddingInput,
  EmbeddingsRequest,
} from "@cenote/contracts";
import { invalidRequest } from "@cenote/core";
import type { EmbeddingsCall } from "@cenote/providers";
import { noProviderError, toCallError } from "@cenote/routing";
import { countForBudget, isBudgeted } from "../billing/held-tokens";
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

const toCall = ({ input, dimensions, user }: EmbeddingsRequest): EmbeddingsCall => ({
  input: input.map(toInput),
  ...(dimensions === undefined ? {} : { dimensions }),
  ...(user === undefined ? {} : { user }),
});

/** Its texts, whose tokens have to be counted, and the number of tokens that came as such. */
const readPrompt = ({ input }: EmbeddingsCall) => ({
  texts: input.filter((one) => typeof one === "string"),
  givenTokens: input.reduce((sum, one) => sum + (typeof one === "string" ? 0 : one.length), 0),
});

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
  const { dimensions: most = Infinity } = model;
  if ((embeddings.dimensions ?? 0) > most)
    throw invalidRequest("dimensions", `dimensions: ${model.id} has at most ${most}.`);
  const call = toCall(embeddings);
  const catalog = scope.catalog.current();
  const shutdownDate = shutdownDateOf(catalog, model);
  const candidates = scope.candidatesOf(catalog, model, context.zdr);
  if (candidates.length === 0 && context.zdr)
    throw invalidRequest("zdr", `zdr: ${model.id} has no route with zero data retention.`);
  if (candidates.length === 0) throw noProviderError([model], catalog.providers);
  const { texts, givenTokens } = readPrompt(call);
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
      renewals: scope.renewals,
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
    const window = model.contextTokens && model.contextTokens * call.input.length;
    const promptTokens =
      answer.promptTokens !== undefined && isCredible(answer.promptTokens, window)
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
