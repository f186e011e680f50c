import type { CatalogSource } from "@cenote/catalog";
import { answeredWithin, CenoteError, type Clock, invalidRequest } from "@cenote/core";
import type Stripe from "stripe";
import type { Checkouts, CheckoutSight, Refund } from "../top-ups/checkouts";
import { fromCents, toCents } from "./cents";
import { connectStripe } from "./connect-stripe";
import { eventSubject } from "./event-subject";
import { hasReturns, intentOf, readSession, type Session } from "./read-session";
import type { StripeAccount } from "./stripe-account";
import { methodsFor, wantedSession } from "./wanted-session";

export interface StripeCheckoutsOptions {
  /** Undefined: no top-ups. */
  readonly account: StripeAccount | undefined;
  readonly catalog: Pick<CatalogSource, "current">;
  readonly clock: Clock;
}

/** Timeout of one operation with all its requests: shorter than the deadline of billing's gRPC callers. */
const ANSWER_MS = 12_000;
/** Maximum refunds and disputes read of one payment, in pages of a hundred. */
const MAX_RETURNS = { limit: 10_000 };

/** Top-ups at Stripe Checkout. Stripe's ids: `cs_...` of a session, `pi_...` of a payment, `re_...` of a refund. */
export const stripeCheckouts = ({ account, catalog, clock }: StripeCheckoutsOptions): Checkouts | undefined => {
  if (account === undefined) return undefined;
  let connection: Stripe | undefined;
  const connected = () => (connection ??= connectStripe(account));

  /** Stripe's message is only logged: it names keys and settings of the operator. */
  const asked = async <T>(message: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await answeredWithin(clock, ANSWER_MS, work());
    } catch (error) {
      if (error instanceof CenoteError) throw error;
      throw new CenoteError("provider_unavailable", message, { cause: error });
    }
  };

  const refundsOf = async (stripe: Stripe, session: Session): Promise<readonly Refund[]> => {
    const intent = intentOf(session);
    if (intent === undefined || !hasReturns(session)) return [];
    const ofPayment = { payment_intent: intent.id, limit: 100 };
    const [refunds, disputes] = await Promise.all([
      stripe.refunds.list(ofPayment).autoPagingToArray(MAX_RETURNS),
      stripe.disputes.list(ofPayment).autoPagingToArray(MAX_RETURNS),
    ]);
    return [
      ...refunds.filter(({ status }) => status === "succeeded"),
      // The customer's bank has taken the money back.
      ...disputes.filter(({ status }) => status === "lost"),
    ].map(({ id, amount }) => ({ id, amount: fromCents(amount) }));
  };

  return {
    isTest: !/^(sk|rk)_live_/.test(account.secretKey),
    open: (wanted) =>
      asked("The payment processor opened no page. Nothing was paid.", async () => {
        const stripe = connected();
        const able = methodsFor(catalog.current().topUps.methods, wanted.amount);
        const customer = able.includes("spei")
          ? await stripe.customers.create(
              { metadata: { top_up: wanted.id, organization: wanted.organizationId } },
              { idempotencyKey: `customer-${wanted.id}` },
            )
          : undefined;
        const { id, url } = await stripe.checkout.sessions.create(wantedSession(wanted, able, customer?.id), {
          idempotencyKey: wanted.id,
        });
        if (url === null) throw new Error(`Stripe's session ${id} has no page`);
        return { id, url };
      }),
    look: (checkoutId, topUp) =>
      asked("The payment processor does not answer.", async (): Promise<CheckoutSight> => {
        const stripe = connected();
        const session = await stripe.checkout.sessions
          .retrieve(checkoutId, { expand: ["payment_intent.latest_charge"] })
          .catch(unlessMissing);
        if (session === undefined) return { state: "unknown" };
        const { currency, amount_total: cents } = session;
        if (currency !== "mxn" || cents !== toCents(topUp.amount))
          throw new CenoteError("internal_error", undefined, {
            cause: new Error(`Stripe's session ${checkoutId} is not about the amount of top-up ${topUp.id}`),
          });
        return readSession(session, await refundsOf(stripe, session));
      }),
    readEvent(body, signature) {
      const { webhookSecret } = account;
      if (webhookSecret === undefined)
        throw new CenoteError(
          "not_found",
          "Events of payments are not received here: STRIPE_WEBHOOK_SECRET is not set.",
        );
      const stripe = connected();
      return eventSubject(signed(() => stripe.webhooks.constructEvent(body, signature, webhookSecret)));
    },
  };
};

const unlessMissing = (error: { readonly code?: unknown }): undefined => {
  if (error.code === "resource_missing") return;
  throw error;
};

const signed = (read: () => Stripe.Event): Stripe.Event => {
  try {
    return read();
  } catch {
    throw invalidRequest(
      "stripe-signature",
      "The signature is not one of STRIPE_WEBHOOK_SECRET for this body, or is too old.",
    );
  }
};
