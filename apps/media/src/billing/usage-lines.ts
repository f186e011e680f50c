import { type UsageLine, UsageUnit } from "@cenote/contracts";

/** @param variant Row of the model's price table; empty where it has one price. */
export const imageLines = (images: number, variant: string): UsageLine[] => [
  { unit: UsageUnit.USAGE_UNIT_IMAGE, quantity: BigInt(images), variant },
];

export const secondLines = (durationS: number): UsageLine[] => [
  { unit: UsageUnit.USAGE_UNIT_SECOND, quantity: BigInt(durationS), variant: "" },
];
