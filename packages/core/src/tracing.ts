import { type ErrorCode, ERROR_TABLE } from "./error-table";

/**
 * Only codes, ids, numbers and names of the catalog: never the content of a call, a secret, or the message of a provider
 * or an error.
 */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** How a step failed. */
export interface SpanFailure {
  /** `error.type`: a code of the error table, or the kind of a provider's failure. */
  readonly type: string;
  /** Whether the span is marked as an error. An expected refusal has only a type. */
  readonly isError: boolean;
}

/** A span: one step of a trace. */
export interface Span {
  set(attributes: SpanAttributes): void;
  /** Replaces the name that the span began with. */
  rename(name: string): void;
  /** Runs `work` with this as the current span: spans begun in it, or in anything it awaits, become its children. */
  run<T>(work: () => T): T;
  /** Only the first call counts. */
  end(failure?: SpanFailure): void;
}

export interface SpanOptions {
  /** `client` for a call to a provider. Default: `server` where a trace enters this process, else `internal`. */
  readonly kind?: "client";
  readonly attributes?: SpanAttributes;
}

/** The port for traces. It exists only if traces are sent. Otherwise nothing is wrapped, and tracing costs nothing. */
export interface Tracing {
  /** Begins a child of the current span, or a new trace if there is none. */
  begin(name: string, options?: SpanOptions): Span;
  /** The current span; undefined if there is none or it has ended. */
  current(): Span | undefined;
  /** Whether a span begun now would be part of an existing trace, of this process or of a caller. */
  isInside(): boolean;
  /** Hexadecimal id of the current trace. */
  traceId(): string | undefined;
  /** W3C `traceparent` to send to another service. */
  traceparent(): string | undefined;
  /** Runs `work` in the trace of a caller's `traceparent`; outside of any trace if that names none. */
  continueFrom<T>(traceparent: string | undefined, work: () => T): T;
}

/** A cancelled call counts as an error, since it was neither completed nor refused. */
const isError = (code: ErrorCode): boolean => code === "cancelled" || ERROR_TABLE[code].http >= 500;

export const spanFailure = (code: ErrorCode): SpanFailure => ({ type: code, isError: isError(code) });
