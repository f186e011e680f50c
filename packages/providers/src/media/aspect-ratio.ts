import { imageSizeOf } from "./image-size";
import type { VideoCall } from "./media-spec";

const shape = (text: string, separator: string): number => {
  const [width = 1, height = 1] = text.split(separator).map(Number);
  return Math.log(width / height);
};

/** The one of `offered` (`16:9`) that comes nearest to a size (`1024x768`), for models that know shapes alone. */
export const nearestAspectRatio = (size: string, offered: readonly [string, ...string[]]): string => {
  const wanted = shape(size, "x");
  return offered.reduce(
    (best, ratio) => (Math.abs(shape(ratio, ":") - wanted) < Math.abs(shape(best, ":") - wanted) ? ratio : best),
    offered[0],
  );
};

/**
 * The shape of a video that begins with an image: as the call says, or else the one of `offered` that comes nearest to
 * the image, for models that would otherwise cut it to a shape of their own.
 * @returns Undefined without either, which is the model's default.
 */
export const aspectRatioOf = (
  { aspectRatio, firstFrame }: Pick<VideoCall, "aspectRatio" | "firstFrame">,
  offered: readonly [string, ...string[]],
): string | undefined => {
  const size = firstFrame && imageSizeOf(firstFrame);
  return aspectRatio ?? (size && nearestAspectRatio(size.join("x"), offered));
};
