export type ProviderErrorKind =
  /** A failure of DNS, connection or TLS before an answer began. */
  | "unreachable"
  /** One of the four time limits; see `phase`. */
  | "timeout"
  | "rate_limited"
  /** The provider rejects our key. */
  | "credentials"
  /** Our account with the provider is out of money. */
  | "quota"
  /** The call exceeds what our account may send or can pay for in one call. Smaller calls still succeed. */
  | "over_limit"
  /** The provider does not know or no longer serves the model. */
  | "model_gone"
  /**
   * A 403 or 404 that may be about our key, the model, or something that the request names, so none of them is blamed.
   * Or an operation that our account may not use.
   */
  | "unexplained"
  /** The protocol can't express the request. Nothing was sent. */
  | "invalid"
  /** The provider rejects the request itself. */
  | "rejected"
  | "context_length"
  | "content_policy"
  /** 5xx, overloaded, or an error event. */
  | "server"
  /** The answer does not follow the protocol. */
  | "malformed"
  /** The body ended before the answer was complete. */
  | "cut"
  /** The caller disconnected. */
  | "aborted";

export type TimeLimitPhase = "connect" | "first_content" | "idle" | "total";

export interface ProviderErrorFacts {
  readonly kind: ProviderErrorKind;
  /** The provider's message, unchanged except that our keys are removed. Never empty. */
  readonly message: string;
  /** HTTP status, if there was an answer. */
  readonly status?: number;
  readonly retryAfterMs?: number;
  readonly phase?: TimeLimitPhase;
  /** With the kind `invalid`: the field, by its REST name. */
  readonly param?: string;
  /** The settings that the provider's error names, by their REST names. Never the messages. */
  readonly fields?: readonly string[];
  /** Whether the provider's error is about the prompt. */
  readonly namesPrompt?: boolean;
  /** With the kind `unreachable`: whether the request may have arrived nevertheless. */
  readonly sent?: boolean;
  /** Scheme, host and port that the message is about. Only for the log. */
  readonly origin?: string;
  /** Target of the provider's redirect. Only for the log. */
  readonly redirect?: string;
  /** What the operator may have configured wrong. Only for the log. */
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

  /** The same failure with another message, retry time or redirect. */
  with(
    changes: Partial<Pick<ProviderErrorFacts, "message" | "retryAfterMs" | "redirect">>,
    cause?: unknown,
  ): ProviderError {
    return new ProviderError({ ...this.#facts, ...changes }, cause);
  }
}
