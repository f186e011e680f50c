import { toCenoteError } from "./cenote-error";
import { type Span, type SpanAttributes, type SpanFailure, spanFailure } from "./tracing";

export const failureOf = (thrown: unknown): SpanFailure => spanFailure(toCenoteError(thrown).code);

/** Runs a call as a step of a trace; the step ends with the call. @param describe What the answer adds to the step. */
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
   * Sees each message before the reader does.
   * @returns Whether it is the last word of the stream, though more may be read.
   */
  readonly note?: (message: T) => boolean;
  /** What went wrong without being thrown; asked when the stream has ended. */
  readonly failure?: () => SpanFailure | undefined;
}

/**
 * A stream as a step of a trace. The step ends with the last message, with a failure, or as `cancelled` if the reader
 * leaves early. Each message is made inside the step, whoever asks for it.
 */
export const streamInSpan = <T>(
  span: Span,
  open: () => AsyncIterable<T>,
  { note, failure }: StreamSpanOptions<T> = {},
): AsyncIterableIterator<T, undefined> => {
  let source: AsyncIterator<T, unknown> | undefined;
  let isWhole = false;
  const started = (): AsyncIterator<T, unknown> => {
    source ??= open()[Symbol.asyncIterator]();
    return source;
  };
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
