import { type ErrorCode, ERROR_TABLE } from "./error-table";

/** Codes, ids, numbers and names of the catalog: never content of a call, a secret, or a message of a provider or an error. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** How something failed. */
export interface SpanFailure {
  /** `error.type`: a code of the error table, or the kind of a provider's failure. */
  readonly type: string;
  /** Whether the span is an error. What is refused as it should be has a type alone. */
  readonly isError: boolean;
}

/** One step of a trace. */
export interface Span {
  set(attributes: SpanAttributes): void;
  /** In place of the name it was begun with. */
  rename(name: string): void;
  /** Whatever begins in `work`, and in what it waits for, is part of this step. */
  run<T>(work: () => T): T;
  /** The first end counts. */
  end(failure?: SpanFailure): void;
}

export interface SpanOptions {
  /** A call to somebody else's server; by itself `server` where a trace enters this process, else `internal`. */
  readonly kind?: "client";
  readonly attributes?: SpanAttributes;
}

/**
 * What code may say to a trace. It is there where traces are sent, and nowhere else: without it nothing is wrapped, and a call costs
 * nothing.
 */
export interface Tracing {
  /** Begins a step of the one that is under way here, or a trace of its own. */
  begin(name: string, options?: SpanOptions): Span;
  /** The step that is under way here; undefined outside of all, and once it has ended. */
  current(): Span | undefined;
  /** Whether what begins here is part of a trace that is under way, in this process or at whoever called it. */
  isInside(): boolean;
  /** Hexadecimal id of the trace that is under way here. */
  traceId(): string | undefined;
  /** W3C `traceparent` for whom is called from here. */
  traceparent(): string | undefined;
  /** Runs `work` as part of the trace that a caller's `traceparent` names; where it names none, outside of all. */
  continueFrom<T>(traceparent: string | undefined, work: () => T): T;
}

/** A caller who leaves is no refusal: what he asked for did not come about. */
const isError = (code: ErrorCode): boolean => code === "cancelled" || ERROR_TABLE[code].http >= 500;

export const spanFailure = (code: ErrorCode): SpanFailure => ({ type: code, isError: isError(code) });
