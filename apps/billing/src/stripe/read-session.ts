import type Stripe from "stripe";
import type { CheckoutSight } from "../top-ups/checkouts";

/** A session as requested here: expanded with its payment intent, and the intent's latest charge. */
export type Session = Stripe.Checkout.Session;

export const intentOf = ({ payment_intent: intent }: Session): Stripe.PaymentIntent | undefined =>
  typeof intent === "object" && intent !== null ? intent : undefined;

/** Whether money was or may be paid back, so that refunds and disputes must be read. */
export const hasReturns = (session: Session): boolean => {
  const charge = intentOf(session)?.latest_charge;
  return typeof charge === "object" && charge !== null && (charge.amount_refunded > 0 || charge.disputed);
};

/** An unpaid voucher or transfer leaves the session complete: only the payment intent reveals it. */
const LOST = new Set<string>(["requires_payment_method", "canceled"]);

/** @param refunds Refunds that succeeded, and lost disputes. */
export const readSession = (
  session: Session,
  refunds: Extract<CheckoutSight, { readonly state: "paid" }>["refunds"],
): CheckoutSight => {
  const { status, payment_status: paymentStatus, payment_intent: intent } = session;
  const paymentId = (typeof intent === "string" ? intent : intent?.id) ?? undefined;
  if (paymentStatus === "paid") return { state: "paid", paymentId, refunds };
  if (status === "expired") return { state: "expired" };
  if (status !== "complete") return { state: "open" };
  return LOST.has(intentOf(session)?.status ?? "")
    ? { state: "failed", paymentId }
    : { state: "processing", paymentId };
};
