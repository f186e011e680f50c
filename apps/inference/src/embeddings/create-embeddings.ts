import { failedCall, madeInfo, startCallTimes } from "@cenote/calls";
import type { CreateEmbeddingsRequest, CreateEmbeddingsResponse } from "@cenote/contracts";
import { toCallError } from "@cenote/routing";
import { throwIfCut } from "../caller-left";
import { deliveredTo } from "../metering/counted-for";
import { isCredible } from "../metering/usage-to-charge";
import { inputTokenLines } from "../metering/usage-lines";
import { type CallScope, clientOf } from "../call-scope";
import { prepareEmbeddings } from "./prepare";

/** Embeddings. They are paid for when this resolves, even if the caller has left. Errors: those of InferenceService. */
export const createEmbeddings = async (
  scope: CallScope,
  request: CreateEmbeddingsRequest,
  signal: AbortSignal,
): Promise<CreateEmbeddingsResponse> => {
  const times = startCallTimes(scope.clock, "embedding", false);
  const { context, asked, paid } = await prepareEmbeddings(scope, request);
  const { call, model, candidates, texts, givenTokens } = asked;
  try {
    const { answer } = await scope.router.answer({
      candidates,
      attempt: ({ candidate, target, limits }) =>
        clientOf(scope, candidate.kind).embed(call, target, { limits, signal }),
      prompt: { field: "input", isInvalidIfLong: true },
      isGiven: (field) => Object.hasOwn(call, field),
      history: times.history,
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
