import { faultOf, type Refusal } from "../../api/refusal";

/** API names of the inputs that have a field in the form. */
const FIELDS = [
  "name",
  "limits.requestsPerMinute",
  "limits.tokensPerMinute",
  "limits.concurrentRequests",
  "budget.limit",
  "budget.period",
  "expires",
  "models",
  "networks",
] as const;
type Field = (typeof FIELDS)[number];

/** The server's message for each field. */
export type FieldFaults = Partial<Record<Field, string>>;

/** The message for the rejected field. `models[2]` belongs to `models`. Empty if the rejection is not about a field. */
export const faultsOf = (refusal: Refusal | undefined): FieldFaults => {
  const param = refusal?.param?.replace(/\[\d+\]$/, "");
  const field = FIELDS.find((name) => name === param);
  return refusal === undefined || field === undefined ? {} : { [field]: faultOf(refusal) };
};
