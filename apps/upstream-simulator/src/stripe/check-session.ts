import { type AskedLines, checkLines } from "./check-lines";
import { type Form, listOf, mapOf } from "./form";
import { missing, mistake, type Problem } from "./problem";

/** The parameters of a new session. */
export interface AskedSession extends AskedLines {
  readonly successUrl: string;
  readonly cancelUrl: string | null;
  readonly clientReferenceId: string | null;
  readonly customer: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly methods: readonly string[];
  readonly expiresAtS: number;
}

/** The parameters of the real API that are supported here. */
const KNOWN =
  /^(mode|success_url|cancel_url|client_reference_id|customer|locale|expires_at|adaptive_pricing\[enabled\]|metadata\[\w+\]|payment_intent_data\[(description|metadata)\](\[\w+\])?|allowed_payment_method_types\[\d+\]|payment_method_options\[customer_balance\]\[(funding_type|bank_transfer)\](\[type\])?|line_items\[\d+\]\[(quantity|price_data)\](\[(currency|unit_amount|product_data)\](\[name\])?)?)$/;

const HALF_HOUR_S = 1_800;
const DAY_S = 86_400;
/** Allows for the duration of the request. */
const LEEWAY_S = 60;
/** OXXO allows at most ten thousand pesos per payment. */
const MAX_OXXO_AMOUNT = 1_000_000;
const METHODS = ["card", "oxxo", "customer_balance"];
const ALLOWED_METHODS = "allowed_payment_method_types";
const MAX_URL_CHARACTERS = 5_000;

const urlProblem = (param: string, text: string | undefined): Problem | undefined => {
  if (text === undefined) return undefined;
  if (text.length > MAX_URL_CHARACTERS)
    return mistake(param, "url_invalid", `Invalid URL: URL must be ${MAX_URL_CHARACTERS} characters or less.`);
  const isWeb = ["http:", "https:"].includes(URL.parse(text)?.protocol ?? "");
  return isWeb ? undefined : mistake(param, "url_invalid", "Not a valid URL");
};

const givenIn = (form: Form, name: string): string | undefined => (form.get(name) === "" ? undefined : form.get(name));

const fieldProblem = (form: Form): Problem | undefined => {
  for (const name of form.keys())
    if (!KNOWN.test(name)) return mistake(name, "parameter_unknown", `Received unknown parameter: ${name}`);
  for (const name of ["mode", "success_url"]) if (givenIn(form, name) === undefined) return missing(name);
  if (form.get("mode") !== "payment")
    return mistake("mode", "parameter_invalid", "The simulator has only the mode payment.");
  return (
    urlProblem("success_url", givenIn(form, "success_url")) ?? urlProblem("cancel_url", givenIn(form, "cancel_url"))
  );
};

const expiryProblem = (expiresAtS: number, nowS: number): Problem | undefined => {
  const isInTime = expiresAtS >= nowS + HALF_HOUR_S - LEEWAY_S && expiresAtS <= nowS + DAY_S + LEEWAY_S;
  return Number.isInteger(expiresAtS) && isInTime
    ? undefined
    : mistake(
        "expires_at",
        "parameter_invalid_integer",
        "The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.",
      );
};

const fundingProblem = (form: Form): Problem | undefined => {
  const fundingType = "payment_method_options[customer_balance][funding_type]";
  const lacking = (param: string) =>
    mistake(param, "parameter_missing", "`customer_balance` needs a customer and the funding type `bank_transfer`.");
  if (!listOf(form, ALLOWED_METHODS).includes("customer_balance")) return undefined;
  if (form.get("customer") === undefined) return lacking("customer");
  return form.get(fundingType) === "bank_transfer" ? undefined : lacking(fundingType);
};

/** The allowed methods filter those possible for the amount and currency; an impossible one is not an error. */
const methodsFor = (allowed: readonly string[], { amount, currency }: AskedLines): readonly string[] =>
  METHODS.filter(
    (method) =>
      (allowed.length === 0 ? method !== "customer_balance" : allowed.includes(method)) &&
      (method !== "oxxo" || (currency === "mxn" && amount <= MAX_OXXO_AMOUNT)),
  );

export const checkSession = (form: Form, nowS: number): AskedSession | { readonly problem: Problem } => {
  const wrong = fieldProblem(form);
  if (wrong !== undefined) return { problem: wrong };
  const lines = checkLines(form);
  if ("problem" in lines) return lines;
  const expiresAtS = Number(form.get("expires_at") ?? nowS + DAY_S);
  const problem = expiryProblem(expiresAtS, nowS) ?? fundingProblem(form);
  if (problem !== undefined) return { problem };
  const methods = methodsFor(listOf(form, ALLOWED_METHODS), lines);
  if (methods.length === 0)
    return {
      problem: mistake(ALLOWED_METHODS, "payment_method_unavailable", "No payment method is available."),
    };
  return {
    ...lines,
    successUrl: form.get("success_url") ?? "",
    cancelUrl: givenIn(form, "cancel_url") ?? null,
    clientReferenceId: form.get("client_reference_id") ?? null,
    customer: form.get("customer") ?? null,
    metadata: mapOf(form, "metadata"),
    methods,
    expiresAtS,
  };
};
