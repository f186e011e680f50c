/** What the client's user sees, whether the call failed or not. */
export interface Outcome {
  readonly requestId: string;
  readonly model: string;
  readonly text: string;
  readonly reasoning: string;
  readonly refusal: string;
  readonly toolCalls: readonly ToolCall[];
  readonly finishReason: string | undefined;
  readonly usage: TokenUsage | undefined;
  readonly hasLogprobs: boolean;
  readonly droppedFields: string | undefined;
  readonly error: Failure | undefined;
  /** To be sent with the next turn. */
  readonly message: unknown;
}

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: unknown;
}

export interface TokenUsage {
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly cachedTokens: number;
  readonly reasoningTokens: number;
}

export interface Failure {
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly message: string;
  readonly requestId: string | undefined;
}

export const NOTHING: Outcome = {
  requestId: "",
  model: "",
  text: "",
  reasoning: "",
  refusal: "",
  toolCalls: [],
  finishReason: undefined,
  usage: undefined,
  hasLogprobs: false,
  droppedFields: undefined,
  error: undefined,
  message: undefined,
};

/** OpenAI's usage. */
export interface UsageBody {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly prompt_tokens_details?: { readonly cached_tokens?: number | null | undefined } | null | undefined;
  readonly completion_tokens_details?: { readonly reasoning_tokens?: number | null | undefined } | null | undefined;
}

export const toUsage = (usage: UsageBody | null | undefined): TokenUsage | undefined =>
  usage === null || usage === undefined
    ? undefined
    : {
        promptTokens: usage.prompt_tokens,
        completionTokens: usage.completion_tokens,
        cachedTokens: usage.prompt_tokens_details?.cached_tokens ?? 0,
        reasoningTokens: usage.completion_tokens_details?.reasoning_tokens ?? 0,
      };
