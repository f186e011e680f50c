import { type ErrorCode, ERROR_TABLE } from "./error-table";

/**
 * Codes, ids, numbers and names of the catalog: never content of a call, a secret, or a message of a provider or an
 * error.
 */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** How something failed. */
export interface SpanFailure {
  /** `error.type`: a code of the error table, or the kind of a provider's failure. */
  readonly type: string;
  /** Whether the span is an error. An expected refusal has only a type. */
  readonly isError: boolean;
}

/** A step of a trace. */
export interface Span {
  set(attributes: SpanAttributes): void;
  /** Replaces the name it began with. */
  rename(name: string): void;
  /** Steps begun in `work`, or in anything it awaits, become part of this one. */
  run<T>(work: () => T): T;
  /** Only the first call counts. */
  end(failure?: SpanFailure): void;
}

export interface SpanOptions {
  /** `client` for a call to a provider. Default: `server` where a trace enters this process, else `internal`. */
  readonly kind?: "client";
  readonly attributes?: SpanAttributes;
}

/**
 * The port for traces. It exists only if traces are sent: otherwise nothing is wrapped, and tracing costs
 * nothing.
 */
export interface Tracing {
  /** Begins a step of the current step, or a trace of its own if there is none. */
  begin(name: string, options?: SpanOptions): Span;
  /** The current step; undefined if there is none or it has ended. */
  current(): Span | undefined;
  /** Whether a step begun here would be part of a trace, of this process or of a caller. */
  isInside(): boolean;
  /** Hexadecimal id of the current trace. */
  traceId(): string | undefined;
  /** W3C `traceparent` for a service called from here. */
  traceparent(): string | undefined;
  /** Runs `work` as part of the trace that a caller's `traceparent` names; outside of any trace if it names none. */
  continueFrom<T>(traceparent: string | undefined, work: () => T): T;
}

/** A cancelled call counts as an error: it was not completed, and not refused. */
const isError = (code: ErrorCode): boolean => code === "cancelled" || ERROR_TABLE[code].http >= 500;

export const spanFailure = (code: ErrorCode): SpanFailure => ({ type: code, isError: isError(code) });
