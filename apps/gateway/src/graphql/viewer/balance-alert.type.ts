import type { BalanceAlert as ContractAlert } from "@cenote/contracts";
import { formatMxn } from "@cenote/core";
import { Field, InputType, ObjectType } from "type-graphql";
import { toNanoMxn } from "../peso-amount";
import { DecimalScalar } from "../scalars/decimal";

const URL_RULE = "A public address, http or https, without user name and password.";

@ObjectType({
  description:
    "The alert for a low balance. `url` receives a signed event `balance.low` each time the balance falls below `threshold`, and `balance.depleted` when a call is refused for the first time since the last credit.",
})
export class BalanceAlert {
  @Field(() => DecimalScalar, { description: "Pesos, compared with the balance without deducting holds." })
  threshold!: string;

  @Field(() => String, { description: URL_RULE })
  url!: string;
}

@InputType({ description: "The alert for a low balance." })
export class BalanceAlertInput {
  @Field(() => DecimalScalar, { description: "Pesos, above zero, with at most nine decimals." })
  threshold!: string;

  @Field(() => String, { description: URL_RULE })
  url!: string;
}

export const toBalanceAlert = ({ thresholdNanoMxn = 0n, url = "" }: ContractAlert): BalanceAlert => ({
  threshold: formatMxn(thresholdNanoMxn),
  url,
});

/** An absent alert removes the existing one. Errors: invalid_request_error. */
export const toContractAlert = (alert: BalanceAlertInput | null | undefined): ContractAlert =>
  alert
    ? { thresholdNanoMxn: toNanoMxn("alert.threshold", alert.threshold), url: alert.url }
    : { thresholdNanoMxn: 0n };
