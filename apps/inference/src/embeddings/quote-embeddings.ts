import { quoteOf, readContext } from "@cenote/calls";
import type { QuoteEmbeddingsRequest, QuoteEmbeddingsResponse } from "@cenote/contracts";
import { countedFor } from "../metering/counted-for";
import { inputTokenLines } from "../metering/usage-lines";
import type { CallScope } from "../call-scope";
import { readAskedEmbeddings } from "./asked-embeddings";

/**
 * The cost of an embeddings call that is not made. It makes the same checks as the call, except for limits and balance.
 * The maximum is the amount that a budget would have to cover. Errors: invalid_request_error, model_not_found, overloaded.
 */
export const quoteEmbeddings = async (
  scope: CallScope,
  request: QuoteEmbeddingsRequest,
): Promise<QuoteEmbeddingsResponse> => {
  const { counter, ids } = scope;
  const context = readContext(request.context, ids);
  const { model, texts, givenTokens } = readAskedEmbeddings(scope, context, request.embeddings);
  const counted = givenTokens + (await counter.countTextsInTurns(countedFor(context), texts));
  const estimated = texts.reduce((sum, text) => sum + counter.estimateText(text), givenTokens);
  const usageOf = (promptTokens: number) => ({
    model: model.id,
    usage: inputTokenLines(promptTokens),
    shown: { promptTokens },
  });
  const quote = await quoteOf(scope, {
    model: model.id,
    expected: usageOf(counted),
    maximum: usageOf(Math.max(counted, estimated)),
  });
  return { quote };
};
