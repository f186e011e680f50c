import type { Clock, Ids } from "@cenote/core";
import type { AskedSession } from "./check-session";

export interface Refund {
  readonly id: string;
  readonly amount: number;
  readonly createdS: number;
}

export interface Checkout extends AskedSession {
  readonly id: string;
  readonly createdS: number;
  readonly status: "open" | "complete" | "expired";
  readonly isPaid: boolean;
  /** Null until somebody has tried to pay. */
  readonly paymentId: string | null;
  /** Of the payment, in Stripe's words. */
  readonly paymentStatus: "requires_action" | "requires_payment_method" | "succeeded";
  readonly refunds: readonly Refund[];
  /** Set when the customer's bank has taken back the remaining amount. */
  readonly lostDispute: Refund | undefined;
}

/** Actions of a customer, a shop or a bank. */
export const DEEDS = [
  "pay_by_card",
  "get_voucher",
  "get_bank_details",
  "money_arrives",
  "money_does_not_arrive",
  "lose_dispute",
  "expire",
] as const;
export type Deed = (typeof DEEDS)[number];

export const isDeed = (word: string): word is Deed => (DEEDS as readonly string[]).includes(word);

export interface Checkouts {
  create(asked: AskedSession): Checkout;
  find(id: string): Checkout | undefined;
  findByPayment(paymentId: string): Checkout | undefined;
  /** @returns Undefined if the session's state does not allow it. */
  perform(id: string, deed: Deed): Checkout | undefined;
  /**
   * @param amount Undefined: the remaining amount. @returns Undefined if less remains, or the bank has taken it back.
   */
  refund(id: string, amount: number | undefined): Refund | undefined;
}

export interface CheckoutsOptions {
  readonly clock: Clock;
  readonly ids: Pick<Ids, "secret">;
}

/** The oldest sessions are forgotten first. */
const MAX_KEPT = 10_000;
const ID_CHARACTERS = 24;

export const createCheckouts = ({ clock, ids }: CheckoutsOptions): Checkouts => {
  const kept = new Map<string, Checkout>();
  const nowS = () => Math.floor(clock.nowMs() / 1_000);
  const newId = (prefix: string) => `${prefix}_${ids.secret(ID_CHARACTERS)}`;
  const keep = (checkout: Checkout): Checkout => {
    kept.set(checkout.id, checkout);
    const [oldest] = kept.keys();
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    return checkout;
  };
  const find = (id: string): Checkout | undefined => {
    const checkout = kept.get(id);
    return checkout?.status === "open" && checkout.expiresAtS <= nowS()
      ? keep({ ...checkout, status: "expired" })
      : checkout;
  };

  const afterDeed = (checkout: Checkout, deed: Deed): Checkout | undefined => {
    const isOpen = checkout.status === "open";
    const isAwaited = checkout.status === "complete" && checkout.paymentStatus === "requires_action";
    const waiting = (method: string): Checkout | undefined =>
      isOpen && checkout.methods.includes(method)
        ? { ...checkout, status: "complete", paymentId: newId("pi"), paymentStatus: "requires_action" }
        : undefined;
    switch (deed) {
      case "pay_by_card":
        return isOpen && checkout.methods.includes("card")
          ? { ...checkout, status: "complete", isPaid: true, paymentId: newId("pi"), paymentStatus: "succeeded" }
          : undefined;
      case "get_voucher":
        return waiting("oxxo");
      case "get_bank_details":
        return waiting("customer_balance");
      case "money_arrives":
        return isAwaited ? { ...checkout, isPaid: true, paymentStatus: "succeeded" } : undefined;
      case "money_does_not_arrive":
        return isAwaited ? { ...checkout, paymentStatus: "requires_payment_method" } : undefined;
      case "lose_dispute":
        return checkout.isPaid && checkout.lostDispute === undefined
          ? {
              ...checkout,
              lostDispute: { id: newId("dp"), amount: checkout.amount - refundedOf(checkout), createdS: nowS() },
            }
          : undefined;
      case "expire":
        return isOpen ? { ...checkout, status: "expired" } : undefined;
    }
  };

  return {
    create: (asked) =>
      keep({
        ...asked,
        id: newId("cs_test"),
        createdS: nowS(),
        status: "open",
        isPaid: false,
        paymentId: null,
        paymentStatus: "requires_payment_method",
        refunds: [],
        lostDispute: undefined,
      }),
    find,
    findByPayment: (paymentId) => [...kept.values()].find((checkout) => checkout.paymentId === paymentId),
    perform(id, deed) {
      const checkout = find(id);
      const after = checkout && afterDeed(checkout, deed);
      return after && keep(after);
    },
    refund(id, amount) {
      const checkout = find(id);
      if (checkout === undefined || !checkout.isPaid || checkout.lostDispute !== undefined) return undefined;
      const left = checkout.amount - refundedOf(checkout);
      const wanted = amount ?? left;
      if (wanted < 1 || wanted > left) return undefined;
      const refund = { id: newId("re"), amount: wanted, createdS: nowS() };
      keep({ ...checkout, refunds: [refund, ...checkout.refunds] });
      return refund;
    },
  };
};

export const refundedOf = ({ refunds }: Checkout): number => refunds.reduce((sum, { amount }) => sum + amount, 0);
