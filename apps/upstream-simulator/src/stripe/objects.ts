import { type Checkout, type Refund, refundedOf } from "./checkouts";

/** The ids of a payment and its charge differ only in their prefix. */
export const paymentOfCharge = (chargeId: string): string => chargeId.replace(/^ch_/, "pi_");

const chargeOf = (checkout: Checkout) => ({
  id: `ch_${checkout.paymentId?.slice("pi_".length) ?? ""}`,
  object: "charge",
  amount: checkout.amount,
  amount_refunded: refundedOf(checkout),
  currency: checkout.currency,
  disputed: checkout.lostDispute !== undefined,
  paid: checkout.isPaid,
  payment_intent: checkout.paymentId,
  refunded: refundedOf(checkout) === checkout.amount,
  status: "succeeded",
});

const paymentOf = (checkout: Checkout, expanded: ReadonlySet<string>) => {
  const charge = chargeOf(checkout);
  return {
    id: checkout.paymentId,
    object: "payment_intent",
    amount: checkout.amount,
    amount_received: checkout.isPaid ? checkout.amount : 0,
    currency: checkout.currency,
    customer: checkout.customer,
    last_payment_error:
      checkout.paymentStatus === "requires_payment_method"
        ? { type: "card_error", code: "payment_intent_payment_attempt_expired", message: "The payment expired." }
        : null,
    latest_charge: checkout.isPaid ? (expanded.has("payment_intent.latest_charge") ? charge : charge.id) : null,
    livemode: false,
    status: checkout.paymentStatus,
  };
};

/** @param expanded `payment_intent`, `payment_intent.latest_charge`. */
export const sessionJson = (checkout: Checkout, pageUrl: string, expanded: ReadonlySet<string>) => ({
  id: checkout.id,
  object: "checkout.session",
  adaptive_pricing: { enabled: false },
  allowed_payment_method_types: checkout.methods,
  amount_subtotal: checkout.amount,
  amount_total: checkout.amount,
  cancel_url: checkout.cancelUrl,
  client_reference_id: checkout.clientReferenceId,
  created: checkout.createdS,
  currency: checkout.currency,
  customer: checkout.customer,
  expires_at: checkout.expiresAtS,
  livemode: false,
  metadata: checkout.metadata,
  mode: "payment",
  payment_intent:
    checkout.paymentId === null
      ? null
      : [...expanded].some((name) => name.startsWith("payment_intent"))
        ? paymentOf(checkout, expanded)
        : checkout.paymentId,
  payment_method_types: checkout.methods,
  payment_status: checkout.isPaid ? "paid" : "unpaid",
  status: checkout.status,
  success_url: checkout.successUrl,
  url: checkout.status === "open" ? pageUrl : null,
});

export const refundJson = (checkout: Checkout, { id, amount, createdS }: Refund) => ({
  id,
  object: "refund",
  amount,
  charge: chargeOf(checkout).id,
  created: createdS,
  currency: checkout.currency,
  payment_intent: checkout.paymentId,
  status: "succeeded",
});

export const disputeJson = (checkout: Checkout, { id, amount, createdS }: Refund) => ({
  id,
  object: "dispute",
  amount,
  charge: chargeOf(checkout).id,
  created: createdS,
  currency: checkout.currency,
  payment_intent: checkout.paymentId,
  status: "lost",
});
