import { toCenoteError } from "./cenote-error";
import { type Span, type SpanAttributes, type SpanFailure, spanFailure } from "./tracing";

export const failureOf = (thrown: unknown): SpanFailure => spanFailure(toCenoteError(thrown).code);

/** Runs a call inside a span, which ends with the call. @param describe Attributes that the answer adds to the span. */
export const inSpan = async <T>(
  span: Span,
  call: () => Promise<T>,
  describe?: (answer: T) => SpanAttributes,
): Promise<T> => {
  try {
    const answer = await span.run(call);
    if (describe !== undefined) span.set(describe(answer));
    span.end();
    return answer;
  } catch (thrown) {
    span.end(failureOf(thrown));
    throw thrown;
  }
};

export interface StreamSpanOptions<T> {
  /**
   * Called with each message before the reader gets it.
   * @returns Whether this message completes the stream, although the stream has not ended yet.
   */
  readonly note?: (message: T) => boolean;
  /** Whether the stream that `open` returns is already open: it is then closed even if nobody reads it. */
  readonly isOpen?: boolean;
  /** Returns a failure that was not thrown. Called when the stream has ended. */
  readonly failure?: () => SpanFailure | undefined;
}

/**
 * Runs a stream inside a span. The span ends with the last message, with a failure, or as `cancelled` if the reader
 * leaves early. Each message is produced inside this span, whatever the reader's current span is.
 */
export const streamInSpan = <T>(
  span: Span,
  open: () => AsyncIterable<T>,
  { note, isOpen = false, failure }: StreamSpanOptions<T> = {},
): AsyncIterableIterator<T, undefined> => {
  let source: AsyncIterator<T, unknown> | undefined;
  let isWhole = false;
  const started = (): AsyncIterator<T, unknown> => {
    source ??= open()[Symbol.asyncIterator]();
    return source;
  };
  if (isOpen) started();
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      try {
        const next = await span.run(() => started().next());
        if (next.done === true) {
          span.end(failure?.());
          return { done: true, value: undefined };
        }
        if (note?.(next.value) === true) isWhole = true;
        return next;
      } catch (thrown) {
        span.end(failureOf(thrown));
        throw thrown;
      }
    },
    async return() {
      try {
        await span.run(() => source?.return?.());
      } finally {
        span.end(isWhole ? failure?.() : spanFailure("cancelled"));
      }
      return { done: true, value: undefined };
    },
  };
};
