import { invalidCall } from "../requests/invalid-call";
import type { InputImage } from "./media-spec";

/** A provider's limits for the image with which a video begins. */
export interface FirstFrameLimits {
  /** Most characters of the image in base64, including the start of its data URL if it is sent as one. */
  readonly maxCharacters: number;
  /** Absent: all that a call may have. */
  readonly contentTypes?: readonly string[];
}

/**
 * Returns `written` if the image is within the limits. Otherwise throws ProviderError `invalid`, so that megabytes that
 * the provider would refuse are not sent.
 * @param written The image as text: a data URL, or only base64.
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
