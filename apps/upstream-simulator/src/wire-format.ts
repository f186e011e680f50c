import type { FormPart } from "./read-form";
import type { Behaviour, Directive } from "./behaviour/behaviour";

/** A call as received. */
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
  /** For a form, each character is a byte. */
  readonly body: string;
  /** The parts of `multipart/form-data`; undefined for any other body. */
  readonly form?: readonly FormPart[] | undefined;
}

/**
 * The wire format of one provider family, as pure functions. The server does all input and output, and every fault that
 * all formats have in common.
 */
export interface WireFormat {
  /** @returns Undefined for a path that does not belong to this format. Throws SettingError. */
  read(call: IncomingCall): Reading | undefined;
  /** JSON of an error response. */
  readonly errorBody: (provider: string, facts: ErrorFacts) => string;
}

export interface Reading {
  /** Empty if the call names none. */
  readonly model: string;
  readonly stream: boolean;
  /** Not cached, because an equal call may get another answer. */
  readonly fleeting?: boolean;
  readonly directives: readonly Directive[];
  answer(behaviour: Behaviour): Answer;
}

export interface ErrorFacts {
  readonly status: number;
  readonly message?: string | undefined;
  readonly code?: string | undefined;
  /** Seconds or an HTTP date, as sent in the header; some providers put it in the body too. */
  readonly retryAfter?: string | undefined;
}

/** The answer to a call. Fixed for a call, except for the stamp. */
export interface Answer {
  readonly status: number;
  readonly contentType: string;
  /** Further headers. */
  readonly headers?: Readonly<Record<string, string>>;
  /** `latin1`: each character is a byte. Default: UTF-8. */
  readonly encoding?: "latin1";
  readonly stream: boolean;
  /** Precedes every stamped part, ASCII. @param serial 24 hexadecimal characters, new for every call. */
  readonly stamp: (serial: string, createdS: number) => string;
  readonly parts: readonly AnswerPart[];
  /** How a stream that has begun ends with an error. Undefined: it breaks off. */
  readonly errorParts?: (facts: ErrorFacts, before: readonly AnswerPart[]) => readonly AnswerPart[];
}

/** The error at the end of a stream. */
export const errorPart = (text: string): AnswerPart => ({ role: "closing", text, stamped: false });

export interface AnswerPart {
  /**
   * `opening`: before any content. `content`: counted by `after` and paced by `chunk_ms`. `closing`: finish reason and
   * usage. `done`: the end mark. A plain answer is one `content` part.
   */
  readonly role: "opening" | "content" | "closing" | "done";
  readonly text: string;
  readonly stamped: boolean;
}

/** A plain JSON answer with nothing new per call. */
export const plainAnswer = (status: number, body: string): Answer => ({
  status,
  contentType: "application/json",
  stream: false,
  stamp: () => "",
  parts: [{ role: "content", text: body, stamped: false }],
});

/** A reading that gives this answer whatever the behaviour. */
export const fixedReading = (answer: Answer, model = ""): Reading => ({
  model,
  stream: answer.stream,
  directives: [],
  answer: () => answer,
});

/** The same for an answer that must not be cached. */
export const fleetingReading = (answer: Answer, model = ""): Reading => ({
  ...fixedReading(answer, model),
  fleeting: true,
});
