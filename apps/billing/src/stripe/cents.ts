import { nanoMxn, type NanoMxn } from "@cenote/core";
import { NANO_PER_CENT } from "../top-ups/checkouts";

/** @param amount Whole cents. */
export const toCents = (amount: NanoMxn): number => Number(amount / NANO_PER_CENT);

export const fromCents = (cents: number): NanoMxn => nanoMxn(BigInt(cents) * NANO_PER_CENT);
