import { type PaidCall, readContext } from "@cenote/calls";
import type { CallContext, CreateEmbeddingsRequest } from "@cenote/contracts";
import type { CallScope } from "../call-scope";
import { admitEstimated } from "../metering/admit-estimated";
import { isBudgetEnough, namingBudget } from "../metering/budget-check";
import { countedFor } from "../metering/counted-for";
import { countForBudget, isBudgeted } from "../metering/held-tokens";
import { inputTokenLines } from "../metering/usage-lines";
import { type AskedEmbeddings, readAskedEmbeddings } from "./asked-embeddings";

/** An embeddings call that was validated and admitted. */
export interface PreparedEmbeddings {
  readonly context: CallContext;
  readonly asked: AskedEmbeddings;
  readonly paid: PaidCall;
}

/**
 * Everything before the provider is called: body, model, then limits and balance.
 * Errors: invalid_request_error, permission_denied, model_not_found, rate_limit_exceeded, insufficient_balance, overloaded.
 */
export const prepareEmbeddings = async (
  scope: CallScope,
  request: CreateEmbeddingsRequest,
): Promise<PreparedEmbeddings> => {
  const context = readContext(request.context, scope.ids);
  const asked = readAskedEmbeddings(scope, context, request.embeddings);
  try {
    return await admitEmbeddings(scope, context, asked);
  } catch (refusal) {
    return admitEmbeddings(scope, namingBudget(context, refusal), asked);
  }
};

const admitEmbeddings = async (
  scope: CallScope,
  context: CallContext,
  asked: AskedEmbeddings,
): Promise<PreparedEmbeddings> => {
  const { model, texts, givenTokens } = asked;
  const { counter, renewals } = scope;
  const estimated = texts.reduce((sum, text) => sum + counter.estimateText(text), givenTokens);
  const count = async () => givenTokens + (await counter.countTextsInTurns(countedFor(context), texts));
  const counted = isBudgeted(context)
    ? await countForBudget(estimated, {
        count,
        isCovered: (tokens) => isBudgetEnough(scope, { context, model: model.id, estimate: inputTokenLines(tokens) }),
      })
    : undefined;
  const paid = await admitEstimated(scope, {
    call: {
      context,
      model: model.id,
      estimate: inputTokenLines(counted?.held ?? estimated),
      promptEstimated: !isBudgeted(context),
      renewals,
    },
    estimated,
    outputTokens: 0,
    count,
  });
  return { context, asked, paid };
};
