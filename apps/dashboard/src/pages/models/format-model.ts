import { formatCount } from "../../format/format-count";
import { formatUnitName } from "../../format/model-words";
import type { DirectoryModel } from "./find-models";

/** The sizes that the model has, such as context and images. */
export const formatSize = (
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
 * Such as `1 million input tokens` or `image, 1024x1024 hd`. In English, as the page is, whatever the browser's locale.
 */
export const formatUnit = ({ unit, variant, per }: DirectoryModel["prices"][number]): string =>
  `${per === 1 ? "" : `${new Intl.NumberFormat("en", { notation: "compact", compactDisplay: "long" }).format(per)} `}${formatUnitName(unit)}${per === 1 ? "" : "s"}${variant === null ? "" : `, ${variant}`}`;
