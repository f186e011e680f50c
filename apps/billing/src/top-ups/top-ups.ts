import {
  CenoteError,
  type Clock,
  formatMxn,
  type Ids,
  invalidField,
  type Log,
  type NanoMxn,
  type PagePosition,
  readWebAddress,
  ZERO_MXN,
} from "@cenote/core";
import { type Checkouts, NANO_PER_CENT } from "./checkouts";
import type { LookAtCheckout } from "./look-at-checkout";
import { reasonOf } from "./reason-of";
import type { TopUp, TopUpChange } from "./top-up";
import type { TopUpStore } from "./top-up-store";

export interface NewTopUp {
  readonly organizationId: string;
  readonly amount: NanoMxn;
  readonly returnUrl: string;
}

/** Payments of organizations into their balance. */
export interface TopUps {
  /** No real money moves. */
  readonly isTest: boolean;
  /** Errors: invalid_request_error, rate_limit_exceeded, provider_unavailable, overloaded. */
  create(wanted: NewTopUp): Promise<TopUp>;
  /** Current state by the processor; the last known state if the processor does not answer. Errors: not_found. */
  get(organizationId: string, id: string): Promise<TopUp>;
  /** Last known states, newest first. */
  list(
    organizationId: string,
    page: { readonly after: PagePosition | undefined; readonly limit: number },
  ): Promise<readonly TopUp[]>;
  /**
   * Errors: invalid_request_error, not_found, provider_unavailable, overloaded, internal_error if the processor shows
   * another amount.
   */
  receiveEvent(body: Buffer, signature: string): Promise<void>;
}

export interface TopUpsOptions {
  readonly store: TopUpStore;
  readonly checkouts: Checkouts;
  readonly look: LookAtCheckout;
  readonly range: () => { readonly min: NanoMxn; readonly max: NanoMxn };
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
}

/** When the sweep first queries a page: customers who pay by card have returned by then. */
const FIRST_LOOK_MS = 60_000;
/** Time to live of a page. Processors accept half an hour to a day. */
const PAGE_OPEN_MS = 2 * 3_600_000;
/** Maximum open top-ups of an organization. Each may be a voucher that is paid within days. */
const MAX_WAITING = 20;
const MAX_TRIES = 5;

export const createTopUps = ({ store, checkouts, look, range, clock, ids, log }: TopUpsOptions): TopUps => {
  const requireAmount = (amount: NanoMxn): void => {
    const { min, max } = range();
    if (amount < min || amount > max || amount % NANO_PER_CENT !== 0n)
      throw invalidField(
        "amount_nano_mxn",
        `must be from ${formatMxn(min)} to ${formatMxn(max)} pesos, in whole cents.`,
      );
  };

  /** By organization: top-ups being created, which the store does not count yet. */
  const coming = new Map<string, number>();

  const insert = async (topUp: TopUp): Promise<void> => {
    const { organizationId } = topUp;
    const others = coming.get(organizationId) ?? 0;
    coming.set(organizationId, others + 1);
    try {
      if ((await store.countWaiting(organizationId)) + others >= MAX_WAITING)
        throw new CenoteError(
          "rate_limit_exceeded",
          `${MAX_WAITING} top-ups wait for their payment; pay one, or let one expire.`,
        );
      await store.insert(topUp);
    } finally {
      const left = (coming.get(organizationId) ?? 1) - 1;
      if (left > 0) coming.set(organizationId, left);
      else coming.delete(organizationId);
    }
  };

  /** Applies a change to the latest version of the row. @returns Undefined if others kept changing it. */
  const changeLatest = async (topUp: TopUp, change: TopUpChange): Promise<TopUp | undefined> => {
    let latest: TopUp | undefined = topUp;
    for (let tries = 0; tries < MAX_TRIES && latest !== undefined; tries++) {
      const changed = await store.update(latest, change);
      if (changed !== undefined) return changed;
      latest = await store.find(topUp.id);
    }
    return undefined;
  };

  /** Ends a top-up whose page could not be opened: nobody knows the page, so nobody can pay there. */
  const fail = async (topUp: TopUp): Promise<void> => {
    await changeLatest(topUp, { state: "failed", endedAtMs: clock.nowMs(), dueAtMs: undefined });
  };

  return {
    isTest: checkouts.isTest,
    async create({ organizationId, amount, returnUrl }) {
      requireAmount(amount);
      const back = readWebAddress("return_url", returnUrl);
      const id = ids.uuid();
      back.searchParams.set("top_up", id);
      const nowMs = clock.nowMs();
      const topUp: TopUp = {
        id,
        organizationId,
        amount,
        state: "open",
        checkout: undefined,
        paymentId: undefined,
        refunded: ZERO_MXN,
        createdAtMs: nowMs,
        expiresAtMs: nowMs + PAGE_OPEN_MS,
        endedAtMs: undefined,
        lookedAtMs: nowMs,
        dueAtMs: nowMs + FIRST_LOOK_MS,
        version: 0,
      };
      await insert(topUp);
      const wanted = { id, organizationId, amount, returnUrl: back.href, expiresAtMs: topUp.expiresAtMs };
      const checkout = await checkouts.open(wanted).catch(async (error: unknown) => {
        log.warn({ topUpId: id, reason: reasonOf(error) }, "the payment processor opened no page");
        await fail(topUp).catch((failure: unknown) => {
          log.warn({ topUpId: id, error: failure }, "a top-up without a page stays open until it is swept");
        });
        throw error;
      });
      const opened = await changeLatest(topUp, { checkout });
      if (opened === undefined) throw new CenoteError("overloaded", "The top-up was not stored. Retry shortly.");
      return opened;
    },
    async get(organizationId, id) {
      const topUp = await store.find(id);
      if (topUp?.organizationId !== organizationId) throw new CenoteError("not_found", "There is no such top-up.");
      return look(topUp, "news").catch((error: unknown) => {
        log.warn({ topUpId: id, reason: reasonOf(error) }, "a top-up could not be looked at");
        return topUp;
      });
    },
    list: (organizationId, page) => store.list(organizationId, page),
    async receiveEvent(body, signature) {
      const subject = checkouts.readEvent(body, signature);
      if (subject === undefined) return;
      const topUp = await ("topUpId" in subject ? store.find(subject.topUpId) : store.findByPayment(subject.paymentId));
      // Another system may use the same account at the processor.
      if (topUp !== undefined) await look(topUp, "event");
    },
  };
};
