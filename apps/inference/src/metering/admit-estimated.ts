import { type AdmittableCall, admitCall, type PaidCall } from "@cenote/calls";
import type { CallScope } from "../call-scope";
import { limitWorthCounting } from "./limit-worth-counting";

export interface EstimatedCall {
  readonly call: AdmittableCall;
  /** Estimated tokens of the prompt, from its length. */
  readonly estimated: number;
  /** Tokens besides the prompt. */
  readonly outputTokens: number;
  /** Counts the prompt with a tokenizer; undefined if it has parts that can't be counted. */
  readonly count: (() => Promise<number>) | undefined;
}

/**
 * Admits a call by an estimate of its tokens. If it is refused only because the estimate is too high, the tokens are
 * counted, and the call is admitted if they are fewer. Errors: those of admitCall.
 */
export const admitEstimated = async (
  scope: CallScope,
  { call, estimated, outputTokens, count }: EstimatedCall,
): Promise<PaidCall> => {
  try {
    return await admitCall(scope, call);
  } catch (refusal) {
    const limit = limitWorthCounting(refusal, estimated);
    if (limit === undefined || count === undefined) throw refusal;
    const expectedTokens = (await count()) + outputTokens;
    if (expectedTokens > limit) throw refusal;
    return admitCall(scope, { ...call, expectedTokens });
  }
};
