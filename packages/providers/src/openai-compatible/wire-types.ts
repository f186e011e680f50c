/**
 * The answers of OpenAI-compatible providers, as far as they are read. Any field may be missing or null, whatever the
 * documentation says. Fields whose type varies between providers are `unknown`, and checked where they are read.
 */

export interface WireAnswer {
  readonly id?: unknown;
  readonly choices?: readonly (WireChoice | null)[] | null;
  readonly usage?: unknown;
  /** Groq's place for the usage of a stream. */
  readonly x_groq?: { readonly usage?: unknown } | null;
}

export interface WireChoice {
  readonly index?: number | null;
  /** In a stream. */
  readonly delta?: WireMessage | null;
  /** In a plain answer. */
  readonly message?: WireMessage | null;
  readonly logprobs?: { readonly content?: unknown; readonly refusal?: unknown } | null;
  readonly finish_reason?: string | null;
  /** Moonshot's place for the usage of a stream. */
  readonly usage?: unknown;
}

export interface WireMessage {
  /** Text, or Mistral's parts. */
  readonly content?: unknown;
  readonly reasoning_content?: unknown;
  readonly reasoning?: unknown;
  /** OpenRouter's. */
  readonly reasoning_details?: unknown;
  readonly refusal?: unknown;
  readonly tool_calls?: readonly (WireToolCall | null)[] | null;
  /** The only call, in the protocol's first version. */
  readonly function_call?: WireFunction | null;
}

export interface WireToolCall {
  readonly index?: number | null;
  readonly id?: string | null;
  readonly function?: WireFunction | null;
}

export interface WireFunction {
  readonly name?: string | null;
  /** JSON text; from some providers the object itself. */
  readonly arguments?: unknown;
}

export interface WireEmbeddings {
  readonly data?: readonly ({ readonly index?: unknown; readonly embedding?: unknown } | null)[] | null;
  readonly usage?: { readonly prompt_tokens?: unknown; readonly total_tokens?: unknown } | null;
}
