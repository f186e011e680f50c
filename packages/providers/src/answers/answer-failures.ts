import { ProviderError } from "../provider-error";

/** The error for an answer that does not follow its protocol. @param message Shown to the caller. */
export const malformed = (message: string, cause?: unknown): ProviderError =>
  new ProviderError({ kind: "malformed", message }, cause);

/**
 * Turns an error from reading an answer into a ProviderError. A bug in a family's reader becomes `malformed`, since the
 * provider sent something unforeseen.
 */
export const asProviderError = (error: unknown): ProviderError =>
  error instanceof ProviderError ? error : malformed("The provider's answer can't be read.", error);

export const notItsProtocol = (error?: unknown): ProviderError =>
  malformed("The provider's stream violates its protocol.", error);

export const answerTooLarge = (maxBytes: number): ProviderError =>
  malformed(`The provider's answer is larger than ${maxBytes} bytes.`);

export const answerTooLong = (): ProviderError => malformed("The provider's answer is longer than any model's.");

/** Most tool calls of one answer. Each piece is looked up among them, and each call is an event of its own. */
const MAX_CALLS = 1_000;

/** Throws ProviderError `malformed` if an answer with this many tool calls can't have another. */
export const assertMayCall = (calls: number): void => {
  if (calls >= MAX_CALLS) throw malformed(`The provider sent more than ${MAX_CALLS} tool calls.`);
};
