import type { Behaviour, Directive } from "./behaviour/behaviour";

/** A call as it came in. */
export interface IncomingCall {
  /** First segment of the path: `openai`. */
  readonly provider: string;
  readonly method: string;
  /** Below the provider, without the query: `/v1/chat/completions`. */
  readonly path: string;
  /** Value of one header, by its lower-case name. */
  header(name: string): string | undefined;
  /** Value of one parameter of the query. */
  parameter(name: string): string | undefined;
  readonly body: string;
}

/**
 * How one family of providers speaks, as pure functions. The server around it does all of the input and output, and
 * every fault that is the same on any wire.
 */
export interface WireFormat {
  readonly name: string;
  /** @returns Undefined where the path is not one of this format. */
  read(call: IncomingCall): Reading | undefined;
  /** JSON of an error answer. */
  errorBody(provider: string, facts: ErrorFacts): string;
  /** One event that tells of an error in a stream that has begun. */
  errorEvent(provider: string, facts: ErrorFacts): string;
}

export interface Reading {
  /** Empty where the call names none. */
  readonly model: string;
  readonly stream: boolean;
  /** An equal call may be answered otherwise: it is read each time. */
  readonly fleeting?: boolean;
  readonly directives: readonly Directive[];
  answer(behaviour: Behaviour): Answer;
}

export interface ErrorFacts {
  readonly status: number;
  readonly message?: string | undefined;
  readonly code?: string | undefined;
  /** Seconds or an HTTP date, as the header is sent; some say it in the body too. */
  readonly retryAfter?: string | undefined;
}

/** What is said in return. Fixed for a call, but for the stamp. */
export interface Answer {
  readonly status: number;
  readonly contentType: string;
  /** Further headers. */
  readonly headers?: Readonly<Record<string, string>>;
  /** `latin1`: each character is a byte; UTF-8 without. */
  readonly encoding?: "latin1";
  readonly stream: boolean;
  /** Stands before every stamped part, ASCII. @param serial 24 hexadecimal characters, new for every call. */
  readonly stamp: (serial: string, createdS: number) => string;
  readonly parts: readonly AnswerPart[];
  /** What ends a stream in an error, where that follows from what stood before it. Undefined: the format's `errorEvent`. */
  readonly errorParts?: (facts: ErrorFacts, before: readonly AnswerPart[]) => readonly AnswerPart[];
}

export interface AnswerPart {
  /**
   * `opening`: before any content. `content`: counted by `after` and paced by `chunk_ms`. `closing`: finish reason and
   * usage. `done`: the end mark. A plain answer is one `content` part.
   */
  readonly role: "opening" | "content" | "closing" | "done";
  readonly text: string;
  readonly stamped: boolean;
}

/** A plain JSON answer that carries nothing new for every call. */
export const plainAnswer = (status: number, body: string): Answer => ({
  status,
  contentType: "application/json",
  stream: false,
  stamp: () => "",
  parts: [{ role: "content", text: body, stamped: false }],
});
