import { type UsageLine, UsageUnit } from "@cenote/contracts";

export const secondLines = (durationS: number): UsageLine[] => [
  { unit: UsageUnit.USAGE_UNIT_SECOND, quantity: BigInt(durationS), variant: "" },
];
