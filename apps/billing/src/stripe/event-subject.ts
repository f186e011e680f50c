import type Stripe from "stripe";
import type { EventSubject } from "../top-ups/checkouts";

/**
 * The payment that an event concerns, of a session, a charge, a refund or a dispute.
 * @returns Undefined for other events.
 */
export const eventSubject = (event: Partial<Stripe.Event> | null): EventSubject | undefined => {
  const about = event?.data?.object;
  if (about === undefined || !("object" in about)) return undefined;
  if (about.object === "checkout.session") {
    const topUpId = about.client_reference_id;
    return topUpId === null ? undefined : { topUpId };
  }
  if (about.object !== "charge" && about.object !== "refund" && about.object !== "dispute") return undefined;
  const intent = about.payment_intent;
  const paymentId = typeof intent === "string" ? intent : intent?.id;
  return paymentId === undefined ? undefined : { paymentId };
};
