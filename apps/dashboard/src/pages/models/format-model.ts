import { formatCount } from "../../format/format-count";
import { formatUnitName } from "../../format/model-words";
import type { DirectoryModel } from "./find-models";

/** The sizes that apply to the model, such as its context or its images. */
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

/** `1 million input tokens` or `image, 1024x1024 hd`. In English like the page, whatever the browser's locale. */
export const formatUnit = ({ unit, variant, per }: DirectoryModel["prices"][number]): string =>
  `${per === 1 ? "" : `${new Intl.NumberFormat("en", { notation: "compact", compactDisplay: "long" }).format(per)} `}${formatUnitName(unit)}${per === 1 ? "" : "s"}${variant === null ? "" : `, ${variant}`}`;
