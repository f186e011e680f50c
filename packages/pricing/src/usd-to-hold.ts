import type { Decimal } from "@cenote/core";
import { usdOf } from "./cost";
import type { PricedModel } from "./unit-price";
import { usageToHold } from "./usage-to-hold";

export interface TokenEstimate {
  readonly promptTokens: number;
  readonly outputTokens: number;
}

/** US dollars to hold for these tokens of a model, before markup. Errors: those of costOf. */
export const usdToHold = (
  model: PricedModel,
  { promptTokens, outputTokens }: TokenEstimate,
  isBudgeted: boolean,
): Decimal =>
  usdOf(
    usageToHold(
      [
        { unit: "input_token", quantity: BigInt(promptTokens), variant: "" },
        { unit: "output_token", quantity: BigInt(outputTokens), variant: "" },
      ],
      model,
      isBudgeted,
    ),
    model,
  );
