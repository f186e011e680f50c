import { UsageUnit } from "@cenote/contracts";

/** Names of the units of prices and usage in the public APIs. */
export const USAGE_UNIT_NAMES = {
  [UsageUnit.USAGE_UNIT_UNSPECIFIED]: "unspecified",
  [UsageUnit.USAGE_UNIT_INPUT_TOKEN]: "input_token",
  [UsageUnit.USAGE_UNIT_CACHED_INPUT_TOKEN]: "cached_input_token",
  [UsageUnit.USAGE_UNIT_CACHE_WRITE_TOKEN]: "cache_write_token",
  [UsageUnit.USAGE_UNIT_OUTPUT_TOKEN]: "output_token",
  [UsageUnit.USAGE_UNIT_IMAGE]: "image",
  [UsageUnit.USAGE_UNIT_SECOND]: "second",
  [UsageUnit.USAGE_UNIT_INPUT_IMAGE]: "input_image",
} as const satisfies Record<UsageUnit, string>;

export type UsageUnitName = (typeof USAGE_UNIT_NAMES)[UsageUnit];
