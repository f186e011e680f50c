import { type UsageLine, UsageUnit } from "@cenote/contracts";

/**
 * Each image costs the same, with those given for it: their provider bills them once for each image made.
 * @param variant Row of the model's price table; empty where it has one price. @param inputs Images given to be edited.
 */
export const imageLines = (images: number, variant: string, inputs: number): UsageLine[] => [
  { unit: UsageUnit.USAGE_UNIT_IMAGE, quantity: BigInt(images), variant },
  ...(inputs === 0 ? [] : [{ unit: UsageUnit.USAGE_UNIT_INPUT_IMAGE, quantity: BigInt(images * inputs), variant: "" }]),
];
