import { ProviderError } from "../provider-error";
import type { ImageAnswer, ImageCall, MadeImage } from "./media-spec";

/**
 * The images of an answer, no more than requested. Images that can't be read are skipped, because the provider has billed
 * the others as well. If none can be read, throws the error of the first.
 * @param read Returns undefined if the provider marks the item as missing. Throws if the image can't be read.
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
 * The answer with these images, and the reason if some are missing. `words` is the reason if a filter removed them.
 * Throws ProviderError `content_policy` if the filter removed all.
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
    missing: filtered ? words : `The provider made ${images.length} of ${count} images and gave no reason.`,
  };
};
