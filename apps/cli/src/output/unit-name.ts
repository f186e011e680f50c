import { UsageUnit } from "@cenote/contracts";

const NAMES: ReadonlyMap<UsageUnit, string> = new Map([
  [UsageUnit.USAGE_UNIT_INPUT_TOKEN, "input_token"],
  [UsageUnit.USAGE_UNIT_CACHED_INPUT_TOKEN, "cached_input_token"],
  [UsageUnit.USAGE_UNIT_CACHE_WRITE_TOKEN, "cache_write_token"],
  [UsageUnit.USAGE_UNIT_OUTPUT_TOKEN, "output_token"],
  [UsageUnit.USAGE_UNIT_IMAGE, "image"],
  [UsageUnit.USAGE_UNIT_SECOND, "second"],
  [UsageUnit.USAGE_UNIT_INPUT_IMAGE, "input_image"],
]);

/** The unit's word in `cenote.yaml`, without `per_`. */
export const unitName = (unit: UsageUnit): string => NAMES.get(unit) ?? "unspecified";
