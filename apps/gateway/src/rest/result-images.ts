import type { ContentPart } from "@cenote/contracts";

/**
 * Images of a tool's result, as the user's: no provider of OpenAI's protocol takes them in one.
 * @param id Of the call.
 * @param images Parts; none for none.
 */
export const resultImages = (id: string, images: readonly ContentPart[]): ContentPart[] =>
  images.length === 0 ? [] : [{ part: { $case: "text", value: `(What the tool call ${id} gave:)` } }, ...images];
