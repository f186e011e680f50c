import { nanoMxn } from "@cenote/core";
import type Stripe from "stripe";
import type { WantedCheckout } from "../top-ups/checkouts";
import { toCents } from "./cents";

/** OXXO's maximum for one payment. */
const MAX_OXXO = nanoMxn(10_000_000_000_000n);

const STRIPE_METHODS = { card: "card", oxxo: "oxxo", spei: "customer_balance" } as const;
type PaymentMethod = keyof typeof STRIPE_METHODS;

/** The methods that accept the amount; a card always does. */
export const methodsFor = (methods: readonly PaymentMethod[], amount: bigint): readonly PaymentMethod[] => {
  const able = methods.filter((method) => method !== "oxxo" || amount <= MAX_OXXO);
  return able.length === 0 ? ["card"] : able;
};

/** @param customer Required for transfers. */
export const wantedSession = (
  { id, organizationId, amount, returnUrl, expiresAtMs }: WantedCheckout,
  methods: readonly PaymentMethod[],
  customer: string | undefined,
): Stripe.Checkout.SessionCreateParams => {
  const metadata = { top_up: id, organization: organizationId };
  return {
    mode: "payment",
    client_reference_id: id,
    metadata,
    payment_intent_data: { metadata },
    line_items: [
      {
        quantity: 1,
        price_data: { currency: "mxn", unit_amount: toCents(amount), product_data: { name: "Prepaid balance" } },
      },
    ],
    allowed_payment_method_types: methods.map((method) => STRIPE_METHODS[method]),
    ...(methods.includes("spei") && {
      payment_method_options: {
        customer_balance: { funding_type: "bank_transfer", bank_transfer: { type: "mx_bank_transfer" } },
      },
    }),
    ...(customer !== undefined && { customer }),
    // In another currency the paid amount would differ from the credited one.
    adaptive_pricing: { enabled: false },
    success_url: returnUrl,
    cancel_url: returnUrl,
    expires_at: Math.floor(expiresAtMs / 1000),
  };
};
