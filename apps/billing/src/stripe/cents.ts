import { nanoMxn, type NanoMxn } from "@cenote/core";

const NANO_PER_CENT = 10_000_000n;

/** Stripe counts in hundredths of a peso. @param amount Whole cents. */
export const toCents = (amount: NanoMxn): number => Number(amount / NANO_PER_CENT);

export const fromCents = (cents: number): NanoMxn => nanoMxn(BigInt(cents) * NANO_PER_CENT);
