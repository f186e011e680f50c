import type { Form } from "./form";
import { missing, mistake, type Problem } from "./problem";

/** What the line items of a session add up to. */
export interface AskedLines {
  /** In cents. */
  readonly amount: number;
  readonly currency: string;
  readonly what: string;
}

/** Ten pesos, in cents. */
const MIN_AMOUNT = 1_000;
/** Eight digits of cents. */
const MAX_AMOUNT = 99_999_999;

export const checkLines = (form: Form): AskedLines | { readonly problem: Problem } => {
  const problem = (found: Problem) => ({ problem: found });
  const first = form.get("line_items[0][price_data][currency]") ?? "";
  const names: string[] = [];
  let amount = 0;
  for (let line = 0; line === 0 || form.has(`line_items[${line}][price_data][currency]`); line++) {
    const place = `line_items[${line}]`;
    for (const field of ["[price_data][currency]", "[price_data][product_data][name]"])
      if ((form.get(`${place}${field}`) ?? "") === "") return problem(missing(`${place}${field}`));
    if (form.get(`${place}[price_data][currency]`) !== first)
      return problem(mistake(place, "parameter_invalid", "All line items must be in the same currency."));
    if (!form.has(`${place}[quantity]`))
      return problem(
        mistake(place, "parameter_missing", `Quantity is required. Add \`quantity\` to \`line_items[${line}]\``),
      );
    const price = Number(form.get(`${place}[price_data][unit_amount]`));
    const quantity = Number(form.get(`${place}[quantity]`));
    if (!Number.isInteger(price) || price < 0 || !Number.isInteger(quantity) || quantity < 1)
      return problem(mistake(place, "parameter_invalid_integer", "Invalid integer in a line item."));
    amount += price * quantity;
    names.push(form.get(`${place}[price_data][product_data][name]`) ?? "");
  }
  if (first === "mxn" && amount < MIN_AMOUNT)
    return problem(
      mistake("line_items", "amount_too_small", "The Checkout Session's total amount must be at least $10.00 mxn."),
    );
  if (amount > MAX_AMOUNT)
    return problem(
      mistake("line_items", "amount_too_large", "The Checkout Session's total amount must have at most eight digits."),
    );
  return { amount, currency: first, what: names.join(", ") };
};
