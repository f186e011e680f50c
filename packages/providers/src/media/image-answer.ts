import { ProviderError } from "../provider-error";
import type { ImageAnswer, ImageCall, MadeImage } from "./media-spec";

/**
 * As many images of an answer as were asked for. One that can't be read is missing, and does not lose the others, which
 * the provider has billed as well. Throws what was wrong with the first where none can.
 * @param read Undefined for what is no image by its provider's own word; throws for one that can't be read.
 */
export const readImages = <Item>(
  items: readonly Item[],
  { count }: Pick<ImageCall, "count">,
  read: (item: Item) => MadeImage | undefined,
): MadeImage[] => {
  const images: MadeImage[] = [];
  const failures: unknown[] = [];
  for (const item of items) {
    if (images.length === count) break;
    try {
      const image = read(item);
      if (image !== undefined) images.push(image);
    } catch (error) {
      failures.push(error);
    }
  }
  if (images.length === 0 && failures.length > 0) throw failures[0];
  return images;
};

/**
 * The answer that has these images, and the reason where some are missing. `words` say that a filter took them away.
 * Throws ProviderError `content_policy` where it left none.
 */
export const imageAnswer = (
  images: readonly MadeImage[],
  { count }: Pick<ImageCall, "count">,
  { filtered, words }: { readonly filtered: boolean; readonly words: string },
): ImageAnswer => {
  if (images.length === 0 && filtered) throw new ProviderError({ kind: "content_policy", message: words });
  if (images.length >= count) return { images };
  return {
    images,
    missing: filtered ? words : `The provider made ${images.length} of ${count} images and told no reason.`,
  };
};
