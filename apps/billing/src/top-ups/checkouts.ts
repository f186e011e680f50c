import type { NanoMxn } from "@cenote/core";

/** Processors count in hundredths of a peso. */
export const NANO_PER_CENT = 10_000_000n;

export interface WantedCheckout {
  /** Of the top-up: the same id gets the same page. */
  readonly id: string;
  readonly organizationId: string;
  /** Whole cents. */
  readonly amount: NanoMxn;
  /** Where the page leads back to, paid or not. */
  readonly returnUrl: string;
  readonly expiresAtMs: number;
}

export interface Refund {
  readonly id: string;
  readonly amount: NanoMxn;
}

/** What the processor shows of a page. */
export type CheckoutSight =
  | { readonly state: "open" | "expired" | "failed"; readonly paymentId?: string | undefined }
  /** The processor does not know it: it was opened in another account, or by a simulator that has ended since. */
  | { readonly state: "unknown" }
  | { readonly state: "processing"; readonly paymentId: string | undefined }
  | {
      readonly state: "paid";
      readonly paymentId: string | undefined;
      /** Those whose money has gone back. */
      readonly refunds: readonly Refund[];
    };

/** Which top-up an event of the processor is about. */
export type EventSubject = { readonly topUpId: string } | { readonly paymentId: string };

/** A payment processor with pages of its own, where customers pay. */
export interface Checkouts {
  /** No real money moves. */
  readonly isTest: boolean;
  /** Errors: provider_unavailable. */
  open(wanted: WantedCheckout): Promise<{ readonly id: string; readonly url: string }>;
  /**
   * @param topUp What it was opened for; another amount or currency is a fault.
   * Errors: provider_unavailable, internal_error.
   */
  look(checkoutId: string, topUp: { readonly id: string; readonly amount: NanoMxn }): Promise<CheckoutSight>;
  /**
   * @returns Undefined for an event that concerns no top-up. Errors: invalid_request_error for a wrong signature,
   * not_found where events are not set up.
   */
  readEvent(body: Buffer, signature: string): EventSubject | undefined;
}
