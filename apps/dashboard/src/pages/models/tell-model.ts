import { formatCount } from "../../format/format-count";
import type { ModelType } from "../../generated/operations";
import type { DirectoryModel } from "./find-models";

export const TYPE_NAMES: Readonly<Record<ModelType, string>> = { CHAT: "Chat", EMBEDDING: "Embedding", IMAGE: "Image", VIDEO: "Video" };

/** How much it takes or makes, in the words of its type. */
export const tellSize = ({ contextLength, maxOutputTokens, dimensions, sizes, maxDuration }: DirectoryModel, locale?: string): string =>
  [
    ...(contextLength === null ? [] : [`${formatCount(contextLength, locale)} tokens`]),
    ...(maxOutputTokens === null ? [] : [`answers to ${formatCount(maxOutputTokens, locale)}`]),
    ...(dimensions === null ? [] : [`${formatCount(dimensions, locale)} dimensions`]),
    ...(sizes.length === 0 ? [] : [sizes.join(", ")]),
    ...(maxDuration === null ? [] : [`up to ${maxDuration} s`]),
  ].join("; ");

/** `1 million input tokens`, `image, 1024x1024 hd`: words of the page, which is in English, whatever the reader's own are. */
export const tellUnit = ({ unit, variant, per }: DirectoryModel["prices"][number]): string =>
  `${per === 1 ? "" : `${new Intl.NumberFormat("en", { notation: "compact", compactDisplay: "long" }).format(per)} `}${unit.replaceAll("_", " ")}${per === 1 ? "" : "s"}${variant === null ? "" : `, ${variant}`}`;
