import type { Log } from "@cenote/core";
import { ProviderError } from "../provider-error";
import type { Target } from "../target";

/** Events of a stream that are skipped because they can't be read; with more it is given up. */
export const MAX_MALFORMED = 16;

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

/**
 * A stream that ended without its finish reason.
 * @param seen Events that could not be read, and whether content came.
 */
export const endedEarly = (seen: { readonly malformed: number; readonly content: boolean }): ProviderError =>
  seen.malformed > 0 && !seen.content
    ? notItsProtocol()
    : new ProviderError({
        kind: "cut",
        message: seen.content
          ? "The provider cut its answer short."
          : "The provider ended its answer before any content.",
      });

/** Logs how many events of a stream were skipped, if any were. */
export const noteMalformed = (log: Log, { provider, model }: Target, malformed: number): void => {
  if (malformed > 0) log.warn({ provider, model, malformed }, "malformed events in a stream were skipped");
};
