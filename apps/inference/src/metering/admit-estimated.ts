import { type AdmittableCall, admitCall, type PaidCall } from "@cenote/calls";
import type { CallScope } from "../call-scope";
import { limitWorthCounting } from "./limit-worth-counting";

export interface EstimatedCall {
  readonly call: AdmittableCall;
  /** Tokens of the prompt, by its length. */
  readonly estimated: number;
  /** Tokens beside the prompt. */
  readonly outputTokens: number;
  /** Counts the prompt with a tokenizer; undefined if it has anything that can't be counted. */
  readonly count: (() => Promise<number>) | undefined;
}

/**
 * Admits a call of which it is not known how many tokens it uses. One that is refused for using too many by its estimate
 * alone is counted, and admitted if it uses fewer. Errors: those of admitCall.
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
