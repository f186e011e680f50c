import { type UsageLine, UsageUnit } from "@cenote/contracts";

/**
 * Usage with the same cost for each image made. The given images count once per image made, as providers bill them.
 * @param variant Row of the model's price table; empty for a model with one price. @param inputs Images given to be
 * edited.
 */
export const imageLines = (images: number, variant: string, inputs: number): UsageLine[] => [
  { unit: UsageUnit.USAGE_UNIT_IMAGE, quantity: BigInt(images), variant },
  ...(inputs === 0 ? [] : [{ unit: UsageUnit.USAGE_UNIT_INPUT_IMAGE, quantity: BigInt(images * inputs), variant: "" }]),
];
