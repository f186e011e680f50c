export type ProviderErrorKind =
  /** DNS, refused, reset or TLS failure before an answer began. */
  | "unreachable"
  /** One of the four time limits; see `phase`. */
  | "timeout"
  | "rate_limited"
  /** The provider refuses our key. */
  | "credentials"
  /** Our account with the provider is out of money. */
  | "quota"
  /** More than our account may send, or can pay for, in one call: smaller calls still fit. */
  | "over_limit"
  /** The provider does not know or no longer serves the model. */
  | "model_gone"
  /**
   * A 403 or 404 that may be about our key, the model, or what the request names: no proof against any of them. Or what
   * only an account other than ours may do.
   */
  | "unexplained"
  /** The request can't be expressed in the protocol; nothing was sent. */
  | "invalid"
  /** The provider finds the request itself wrong. */
  | "rejected"
  | "context_length"
  | "content_policy"
  /** 5xx, overloaded, or an error event. */
  | "server"
  /** An answer that is not what the protocol promises. */
  | "malformed"
  /** The body ended before the answer did. */
  | "cut"
  /** Our own caller went away. */
  | "aborted";

export type TimeLimitPhase = "connect" | "first_content" | "idle" | "total";

export interface ProviderErrorFacts {
  readonly kind: ProviderErrorKind;
  /** The provider's own words, unchanged but for our keys; never empty. */
  readonly message: string;
  /** HTTP status, where there was an answer. */
  readonly status?: number;
  readonly retryAfterMs?: number;
  readonly phase?: TimeLimitPhase;
  /** The field of an `invalid` request, as REST names it. */
  readonly param?: string;
  /** The settings that the provider's refusal names, as REST names them; never the messages. */
  readonly fields?: readonly string[];
  /** The provider's refusal is about the prompt. */
  readonly namesPrompt?: boolean;
  /** With the kind `unreachable`: the request may have arrived nevertheless. */
  readonly sent?: boolean;
  /** Scheme, host and port that the message is about: for the log alone. */
  readonly origin?: string;
  /** Where the provider redirects to: for the log alone. */
  readonly redirect?: string;
  /** What the operator may have set wrong: for the log alone. */
  readonly hint?: string;
}

export class ProviderError extends Error implements ProviderErrorFacts {
  override readonly name = "ProviderError";
  readonly kind: ProviderErrorKind;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  readonly phase: TimeLimitPhase | undefined;
  readonly param: string | undefined;
  readonly fields: readonly string[];
  readonly namesPrompt: boolean;
  readonly sent: boolean;
  readonly origin: string | undefined;
  readonly redirect: string | undefined;
  readonly hint: string | undefined;
  readonly #facts: ProviderErrorFacts;

  constructor(facts: ProviderErrorFacts, cause?: unknown) {
    super(facts.message, cause === undefined ? undefined : { cause });
    this.kind = facts.kind;
    this.status = facts.status;
    this.retryAfterMs = facts.retryAfterMs;
    this.phase = facts.phase;
    this.param = facts.param;
    this.fields = facts.fields ?? [];
    this.namesPrompt = facts.namesPrompt ?? false;
    this.sent = facts.sent ?? false;
    this.origin = facts.origin;
    this.redirect = facts.redirect;
    this.hint = facts.hint;
    this.#facts = facts;
  }

  /** The same failure in other words, or with another time. */
  with(
    changes: Partial<Pick<ProviderErrorFacts, "message" | "retryAfterMs" | "redirect">>,
    cause?: unknown,
  ): ProviderError {
    return new ProviderError({ ...this.#facts, ...changes }, cause);
  }
}
