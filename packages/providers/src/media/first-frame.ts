import { invalidCall } from "../requests/invalid-call";
import type { InputImage } from "./media-spec";

/** What a provider takes of an image that a video begins with. */
export interface FirstFrameLimits {
  /** Most characters of the image in base64, its data URL included where it is sent as one. */
  readonly maxCharacters: number;
  /** Absent: all that a call may give. */
  readonly contentTypes?: readonly string[];
}

/**
 * The image as it is sent. Megabytes that the provider is known to refuse are not sent to it: throws ProviderError
 * `invalid`.
 * @param written The image as text: its data URL, or base64 alone.
 */
export const checkedFirstFrame = (
  { contentType }: InputImage,
  written: string,
  { maxCharacters, contentTypes }: FirstFrameLimits,
): string => {
  if (contentTypes !== undefined && !contentTypes.includes(contentType))
    throw invalidCall("input_reference", `this provider takes ${contentTypes.join(" or ")} alone.`);
  if (written.length > maxCharacters)
    throw invalidCall(
      "input_reference",
      `this provider takes at most ${maxCharacters} characters of base64, and the image has ${written.length}.`,
    );
  return written;
};
