import { formatCount } from "../../format/format-count";
import { tellUnitName } from "../../format/model-words";
import type { DirectoryModel } from "./find-models";

/** How much it takes or makes, in the words of its type. */
export const tellSize = (
  { contextLength, maxOutputTokens, dimensions, sizes, maxDuration }: DirectoryModel,
  locale?: string,
): string =>
  [
    ...(contextLength === null ? [] : [`${formatCount(contextLength, locale)} tokens`]),
    ...(maxOutputTokens === null ? [] : [`answers to ${formatCount(maxOutputTokens, locale)}`]),
    ...(dimensions === null ? [] : [`${formatCount(dimensions, locale)} dimensions`]),
    ...(sizes.length === 0 ? [] : [sizes.join(", ")]),
    ...(maxDuration === null ? [] : [`up to ${maxDuration} s`]),
  ].join("; ");

/**
 * `1 million input tokens`, `image, 1024x1024 hd`: words of the page, which is in English, whatever the reader's own
 * are.
 */
export const tellUnit = ({ unit, variant, per }: DirectoryModel["prices"][number]): string =>
  `${per === 1 ? "" : `${new Intl.NumberFormat("en", { notation: "compact", compactDisplay: "long" }).format(per)} `}${tellUnitName(unit)}${per === 1 ? "" : "s"}${variant === null ? "" : `, ${variant}`}`;
