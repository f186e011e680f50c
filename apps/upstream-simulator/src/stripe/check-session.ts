import { type AskedLines, checkLines } from "./check-lines";
import { type Form, listOf, mapOf } from "./form";
import { missing, mistake, type Problem } from "./problem";

/** What a session is created with. */
export interface AskedSession extends AskedLines {
  readonly successUrl: string;
  readonly cancelUrl: string | null;
  readonly clientReferenceId: string | null;
  readonly customer: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly methods: readonly string[];
  readonly expiresAtS: number;
}

/** Everything that is understood here of what the real API takes. */
const KNOWN =
  /^(mode|success_url|cancel_url|client_reference_id|customer|locale|expires_at|adaptive_pricing\[enabled\]|metadata\[\w+\]|payment_intent_data\[(description|metadata)\](\[\w+\])?|allowed_payment_method_types\[\d+\]|payment_method_options\[customer_balance\]\[(funding_type|bank_transfer)\](\[type\])?|line_items\[\d+\]\[(quantity|price_data)\](\[(currency|unit_amount|product_data)\](\[name\])?)?)$/;

const HALF_HOUR_S = 1_800;
const DAY_S = 86_400;
/** The request takes a moment. */
const LEEWAY_S = 60;
/** OXXO takes no more than ten thousand pesos in one payment. */
const MAX_OXXO_AMOUNT = 1_000_000;
const METHODS = ["card", "oxxo", "customer_balance"];
const MAX_URL_CHARACTERS = 5_000;

const urlProblem = (param: string, text: string | undefined): Problem | undefined => {
  if (text === undefined) return undefined;
  if (text.length > MAX_URL_CHARACTERS)
    return mistake(param, "url_invalid", `Invalid URL: URL must be ${MAX_URL_CHARACTERS} characters or less.`);
  const isWeb = ["http:", "https:"].includes(URL.parse(text)?.protocol ?? "");
  return isWeb ? undefined : mistake(param, "url_invalid", "Not a valid URL");
};

export const checkSession = (form: Form, nowS: number): AskedSession | { readonly problem: Problem } => {
  const problem = (found: Problem) => ({ problem: found });
  const given = (name: string) => (form.get(name) === "" ? undefined : form.get(name));
  for (const name of form.keys())
    if (!KNOWN.test(name)) return problem(mistake(name, "parameter_unknown", `Received unknown parameter: ${name}`));
  for (const name of ["mode", "success_url"]) if (given(name) === undefined) return problem(missing(name));
  if (form.get("mode") !== "payment")
    return problem(mistake("mode", "parameter_invalid", "The simulator has only the mode payment."));
  for (const name of ["success_url", "cancel_url"]) {
    const wrong = urlProblem(name, given(name));
    if (wrong !== undefined) return problem(wrong);
  }
  const lines = checkLines(form);
  if ("problem" in lines) return lines;
  const { amount, currency } = lines;

  const expiresAtS = Number(form.get("expires_at") ?? nowS + DAY_S);
  if (
    !Number.isInteger(expiresAtS) ||
    expiresAtS < nowS + HALF_HOUR_S - LEEWAY_S ||
    expiresAtS > nowS + DAY_S + LEEWAY_S
  )
    return problem(
      mistake(
        "expires_at",
        "parameter_invalid_integer",
        "The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.",
      ),
    );

  const allowed = listOf(form, "allowed_payment_method_types");
  const customer = form.get("customer") ?? null;
  const isFunded = form.get("payment_method_options[customer_balance][funding_type]") === "bank_transfer";
  if (allowed.includes("customer_balance") && (customer === null || !isFunded))
    return problem(
      mistake(
        customer === null ? "customer" : "payment_method_options[customer_balance][funding_type]",
        "parameter_missing",
        "`customer_balance` needs a customer and the funding type `bank_transfer`.",
      ),
    );
  // A list of what is allowed filters what is possible for the amount and currency; it does not make it an error.
  const methods = METHODS.filter(
    (method) =>
      (allowed.length === 0 ? method !== "customer_balance" : allowed.includes(method)) &&
      (method !== "oxxo" || (currency === "mxn" && amount <= MAX_OXXO_AMOUNT)),
  );
  if (methods.length === 0)
    return problem(
      mistake("allowed_payment_method_types", "payment_method_unavailable", "No payment method is available."),
    );
  return {
    ...lines,
    successUrl: form.get("success_url") ?? "",
    cancelUrl: given("cancel_url") ?? null,
    clientReferenceId: form.get("client_reference_id") ?? null,
    customer,
    metadata: mapOf(form, "metadata"),
    methods,
    expiresAtS,
  };
};
