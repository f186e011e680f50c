import type { ImageModel } from "@cenote/catalog";
import type { ImagesRequest } from "@cenote/contracts";
import { defaultImageQuality, IMAGE_QUALITIES, invalidField } from "@cenote/core";
import { IMAGE_LIMITS } from "./image-limits";

export interface ImageOptions {
  readonly count: number;
  /** Sent to the provider; undefined to let the model choose. */
  readonly size: string | undefined;
  /** A quality of this model; undefined if the model has none. */
  readonly quality: string | undefined;
  /** Row of the model's price table. */
  readonly variant: string;
}

const SIZE = /^[1-9]\d{0,4}x[1-9]\d{0,4}$/;
/** Ignored by a model with other qualities. */
const COMMON_QUALITIES: ReadonlySet<string> = new Set(["standard", "hd"]);
const QUALITIES: readonly string[] = IMAGE_QUALITIES;

/** Checks that do not depend on the model. Errors: invalid_request_error. */
export const checkImageOptions = ({ n, size, quality }: Pick<ImagesRequest, "n" | "size" | "quality">): void => {
  if (n !== undefined && (n < 1 || n > IMAGE_LIMITS.maxImages))
    throw invalidField("n", `must be an integer from 1 to ${IMAGE_LIMITS.maxImages}.`);
  if (size !== undefined && !SIZE.test(size))
    throw invalidField("size", "must be <width>x<height>, such as 1024x1024.");
  if (quality !== undefined && !QUALITIES.includes(quality))
    throw invalidField("quality", `must be one of ${QUALITIES.join(", ")}.`);
};

/**
 * The options sent to the provider, and the row of the price. A size or quality that a price depends on is always sent,
 * so that what is made is what is billed. Pure. Errors: invalid_request_error naming the field.
 */
export const chooseImageOptions = (
  model: ImageModel,
  asked: Pick<ImagesRequest, "n" | "size" | "quality"> & Partial<Pick<ImagesRequest, "inputs">>,
): ImageOptions => {
  const { prices, id } = model;
  const variants = new Set(prices.filter(({ unit }) => unit === "image").map(({ variant }) => variant));
  // An edit keeps the shape of what it edits, unless its price depends on the size.
  const keepsShape = (asked.inputs ?? []).length > 0 && variants.has("");
  const size = chooseSize(model, asked.size, keepsShape);
  const qualities = [...new Set([...variants].flatMap((variant) => variant.split("/")[1] ?? []))];
  const quality = chooseQuality(id, qualities, asked.quality);
  const variant = [`${size ?? ""}/${quality ?? ""}`, size ?? "", ""].find((row) => variants.has(row));
  if (variant === undefined)
    throw quality === undefined || asked.quality === undefined
      ? invalidField("size", `${id} has no price for ${size ?? "none"}.`)
      : invalidField("quality", `${id} has no price for ${quality} in ${size ?? "its size"}.`);
  return { count: asked.n ?? 1, size, quality, variant };
};

/** A model that lists no sizes takes any size, or none. */
const chooseSize = ({ id, sizes }: ImageModel, asked: string | undefined, keepsShape: boolean): string | undefined => {
  const size = asked ?? (keepsShape ? undefined : sizes[0]);
  if (size !== undefined && sizes.length > 0 && !sizes.includes(size))
    throw invalidField("size", `${id} takes ${sizes.join(", ")}.`);
  return size;
};

/** A model without qualities ignores the field. */
const chooseQuality = (id: string, qualities: readonly string[], asked: string | undefined): string | undefined => {
  const usual = defaultImageQuality(qualities);
  if (asked === undefined || usual === undefined) return usual;
  if (qualities.includes(asked)) return asked;
  if (COMMON_QUALITIES.has(asked)) return usual;
  throw invalidField("quality", `${id} takes ${qualities.join(", ")}.`);
};
