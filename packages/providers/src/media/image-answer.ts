import { ProviderError } from "../provider-error";
import type { ImageAnswer, ImageCall, MadeImage } from "./media-spec";

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
