import { DAY_MS, type NanoMxn, ZERO_MXN } from "@cenote/core";
import type { CheckoutSight, Refund } from "./checkouts";

/**
 * `open`: the processor's page waits for a payment. `processing`: the customer has a voucher or bank details, and the
 * money has not arrived yet. `paid`: credited. `expired`: not paid in time. `failed`: the payment failed, or no page was
 * ever opened.
 */
export type TopUpState = "open" | "processing" | "paid" | "expired" | "failed";

/** A payment of an organization, as stored. */
export interface TopUp {
  /** UUID, and the idempotency key at the processor. */
  readonly id: string;
  readonly organizationId: string;
  readonly amount: NanoMxn;
  readonly state: TopUpState;
  /** The processor's page; undefined until it has answered. */
  readonly checkout: { readonly id: string; readonly url: string } | undefined;
  /** The processor's id of the payment, once there is one. */
  readonly paymentId: string | undefined;
  /** The amount paid back. */
  readonly refunded: NanoMxn;
  readonly createdAtMs: number;
  /** When the page closes. */
  readonly expiresAtMs: number;
  readonly endedAtMs: number | undefined;
  /** When the processor was last queried. */
  readonly lookedAtMs: number;
  /** When the sweep queries the processor next; undefined once the top-up has ended. */
  readonly dueAtMs: number | undefined;
  readonly version: number;
}

export type TopUpChange = Partial<
  Pick<TopUp, "state" | "checkout" | "paymentId" | "refunded" | "endedAtMs" | "lookedAtMs" | "dueAtMs">
>;

const MINUTE_MS = 60_000;
/** Interval of the sweep's queries. The processor's events usually come first. */
const LOOK_EVERY_MS = { open: MINUTE_MS, processing: 10 * MINUTE_MS } as const;
/** A page whose opening got no answer from the processor is given up after this time. */
const PAGE_LOST_AFTER_MS = 10 * MINUTE_MS;
/**
 * When a top-up without a payment is given up. A page that the processor does not know may become known again, if the keys
 * of another account were set by mistake. A transfer that never comes, or comes in part, does not end by itself.
 */
const GIVEN_UP_AFTER_MS = { open: DAY_MS, processing: 30 * DAY_MS } as const;

/** Minimum interval between two queries to the processor about one top-up, except for events. */
export const LOOK_AGAIN_AFTER_MS = 2_000;

const isWaiting = (state: TopUpState): state is "open" | "processing" => state === "open" || state === "processing";

export const isEnded = ({ state }: Pick<TopUp, "state">): boolean => !isWaiting(state);

export const beforeLook = ({ state }: TopUp, nowMs: number): TopUpChange => ({
  lookedAtMs: nowMs,
  ...(isWaiting(state) && { dueAtMs: nowMs + LOOK_EVERY_MS[state] }),
});

/** Postings to make before the change is stored. Each has an id of its own, so it is posted once. */
export interface Postings {
  readonly credit: NanoMxn | undefined;
  readonly refunds: readonly Refund[];
}

export interface Seen {
  readonly postings: Postings;
  /** Undefined if nothing changed. */
  readonly change: TopUpChange | undefined;
}

const NOTHING: Postings = { credit: undefined, refunds: [] };
const AS_IT_WAS: Seen = { postings: NOTHING, change: undefined };

const ended = (state: TopUpState, nowMs: number): Seen => ({
  postings: NOTHING,
  change: { state, endedAtMs: nowMs, dueAtMs: undefined },
});

/**
 * Decides by the processor's state of the page. A payment is credited, whatever the state was before. Pure.
 * @param sight Undefined if the top-up has no page.
 */
export const afterLook = (topUp: TopUp, sight: CheckoutSight | undefined, nowMs: number): Seen => {
  if (sight?.state === "paid") return afterPayment(topUp, sight, nowMs);
  const { state, createdAtMs } = topUp;
  if (!isWaiting(state)) return AS_IT_WAS;
  const ageMs = nowMs - createdAtMs;
  if (sight === undefined) return ageMs < PAGE_LOST_AFTER_MS ? AS_IT_WAS : ended("failed", nowMs);
  if (sight.state === "expired" || sight.state === "failed") return ended(sight.state, nowMs);
  const seen = sight.state === "unknown" ? state : sight.state;
  if (sight.state !== "open" && ageMs >= GIVEN_UP_AFTER_MS[seen]) return ended("expired", nowMs);
  if (sight.state === "unknown" || seen === state) return AS_IT_WAS;
  return {
    postings: NOTHING,
    change: { state: seen, dueAtMs: nowMs + LOOK_EVERY_MS[seen], ...paymentOf(sight) },
  };
};

const afterPayment = (
  topUp: TopUp,
  { paymentId, refunds }: Extract<CheckoutSight, { readonly state: "paid" }>,
  nowMs: number,
): Seen => {
  const refunded = refunds.reduce<bigint>((sum, { amount }) => sum + amount, ZERO_MXN) as NanoMxn;
  const isCredited = topUp.state === "paid";
  // All refunds, even if the sum is unchanged: one may have failed after it had succeeded, and another been added.
  const postings = { credit: isCredited ? undefined : topUp.amount, refunds };
  // A refund that failed after it had succeeded is not reversed: the operator must credit it.
  if (isCredited && refunded <= topUp.refunded) return { postings, change: undefined };
  return {
    postings,
    change: {
      refunded,
      ...paymentOf({ paymentId }),
      ...(!isCredited && { state: "paid", endedAtMs: nowMs, dueAtMs: undefined }),
    },
  };
};

const paymentOf = ({ paymentId }: { readonly paymentId?: string | undefined }): TopUpChange =>
  paymentId === undefined ? {} : { paymentId };
