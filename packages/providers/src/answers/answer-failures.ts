import { ProviderError } from "../provider-error";

/** An answer that does not say what its protocol makes it say. @param message Shown to the caller. */
export const malformed = (message: string, cause?: unknown): ProviderError =>
  new ProviderError({ kind: "malformed", message }, cause);

/**
 * What reading an answer threw. A bug while a family reads one becomes `malformed`: the provider sent something
 * unforeseen.
 */
export const asProviderError = (error: unknown): ProviderError =>
  error instanceof ProviderError ? error : malformed("The provider's answer can't be read.", error);

export const notItsProtocol = (error?: unknown): ProviderError =>
  malformed("The provider's stream violates its protocol.", error);

export const answerTooLarge = (maxBytes: number): ProviderError =>
  malformed(`The provider's answer is larger than ${maxBytes} bytes.`);

export const answerTooLong = (): ProviderError => malformed("The provider's answer is longer than any model's.");

/** Calls of tools in one answer: pieces are looked up among them, and each is told with an event of its own. */
const MAX_CALLS = 1_000;

/** Throws ProviderError `malformed` where an answer with so many calls of tools begins another. */
export const assertMayCall = (calls: number): void => {
  if (calls >= MAX_CALLS) throw malformed(`The provider sent more than ${MAX_CALLS} tool calls.`);
};
