import type { NanoMxn } from "@cenote/core";

/** Processors count in hundredths of a peso. */
export const NANO_PER_CENT = 10_000_000n;

export interface WantedCheckout {
  /** The top-up's id, as idempotency key: the same id returns the same page. */
  readonly id: string;
  readonly organizationId: string;
  /** Whole cents. */
  readonly amount: NanoMxn;
  /** Where the page returns to, paid or not. */
  readonly returnUrl: string;
  readonly expiresAtMs: number;
}

export interface Refund {
  readonly id: string;
  readonly amount: NanoMxn;
}

/** The state of a page at the processor. */
export type CheckoutSight =
  | { readonly state: "open" | "expired" | "failed"; readonly paymentId?: string | undefined }
  /** The processor does not know the page: it belongs to another account, or to a simulator that has ended since. */
  | { readonly state: "unknown" }
  | { readonly state: "processing"; readonly paymentId: string | undefined }
  | {
      readonly state: "paid";
      readonly paymentId: string | undefined;
      /** Refunds that succeeded, and lost disputes. */
      readonly refunds: readonly Refund[];
    };

/** The top-up that an event of the processor concerns. */
export type EventSubject = { readonly topUpId: string } | { readonly paymentId: string };

/** A payment processor that hosts the pages where customers pay. */
export interface Checkouts {
  /** No real money moves. */
  readonly isTest: boolean;
  /** Errors: provider_unavailable. */
  open(wanted: WantedCheckout): Promise<{ readonly id: string; readonly url: string }>;
  /**
   * @param topUp The top-up of the page; another amount or currency is an internal_error.
   * Errors: provider_unavailable, internal_error.
   */
  look(checkoutId: string, topUp: { readonly id: string; readonly amount: NanoMxn }): Promise<CheckoutSight>;
  /**
   * @returns Undefined for an event that concerns no top-up. Errors: invalid_request_error for a wrong signature,
   * not_found where events are not set up.
   */
  readEvent(body: Buffer, signature: string): EventSubject | undefined;
}
