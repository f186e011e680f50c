import { formatCount } from "../../format/format-count";
import type { UsageUnit } from "../../generated/operations";

interface Quantity {
  readonly unit: UsageUnit;
  readonly quantity: number;
}

/** A call's usage in short: `1,200 + 80 tokens` (prompt and answer), `2 images` or `8 s`. */
export const formatUsage = (usage: readonly Quantity[], locale?: string): string => {
  const sum = (...units: readonly UsageUnit[]) =>
    usage.filter(({ unit }) => units.includes(unit)).reduce((total, { quantity }) => total + quantity, 0);
  const input = sum("INPUT_TOKEN", "CACHED_INPUT_TOKEN", "CACHE_WRITE_TOKEN");
  const output = sum("OUTPUT_TOKEN");
  const images = sum("IMAGE");
  const seconds = sum("SECOND");
  const count = (quantity: number) => formatCount(quantity, locale);
  return [
    ...(output > 0
      ? [`${count(input)} + ${count(output)} tokens`]
      : input > 0
        ? [`${count(input)} ${input === 1 ? "token" : "tokens"}`]
        : []),
    ...(images > 0 ? [`${count(images)} ${images === 1 ? "image" : "images"}`] : []),
    ...(seconds > 0 ? [`${count(seconds)} s`] : []),
  ].join(", ");
};
