import type { UsageUnit as ContractUnit } from "@cenote/contracts";
import { registerEnumType } from "type-graphql";
import { USAGE_UNIT_NAMES, type UsageUnitName } from "../../models/usage-unit";
import { orNull } from "../or-null";
import { valueOf } from "../value-of";

export const UsageUnit = {
  INPUT_TOKEN: "input_token",
  CACHED_INPUT_TOKEN: "cached_input_token",
  CACHE_WRITE_TOKEN: "cache_write_token",
  OUTPUT_TOKEN: "output_token",
  IMAGE: "image",
  SECOND: "second",
  INPUT_IMAGE: "input_image",
} as const satisfies Record<Uppercase<Exclude<UsageUnitName, "unspecified">>, string>;
export type UsageUnit = (typeof UsageUnit)[keyof typeof UsageUnit];

registerEnumType(UsageUnit, {
  name: "UsageUnit",
  description: "Units of usage.",
  valuesConfig: {
    INPUT_TOKEN: { description: "Prompt tokens that were not read from a cache." },
    CACHED_INPUT_TOKEN: { description: "Prompt tokens read from the provider's cache." },
    CACHE_WRITE_TOKEN: { description: "Prompt tokens written to the provider's cache." },
    OUTPUT_TOKEN: { description: "Generated tokens, reasoning included." },
    IMAGE: { description: "Images." },
    SECOND: { description: "Seconds of video." },
    INPUT_IMAGE: { description: "Images given to an edit, counted once for each generated image." },
  },
});

/** Converts the unit of a row. Rows with an unknown unit are left out. */
export const withUnit = <Line extends { readonly unit: ContractUnit; readonly variant: string }, Converted>(
  lines: readonly Line[],
  convert: (line: Line, common: { readonly unit: UsageUnit; readonly variant: string | null }) => Converted,
): Converted[] =>
  lines.flatMap((line) => {
    const unit = valueOf(UsageUnit, USAGE_UNIT_NAMES[line.unit]);
    return unit === undefined ? [] : [convert(line, { unit, variant: orNull(line.variant) })];
  });
