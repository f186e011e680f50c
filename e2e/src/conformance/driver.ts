import type { System } from "../harness/system";
import type { Ask } from "./ask";

/** A client that people use, with base URL and key set and without retries, otherwise with its defaults. */
export interface Client {
  readonly name: string;
  /** What it does not pass on, or does not have. */
  readonly lacks: ReadonlySet<ClientGap>;
  /** Its API has an answer format of its own: run with every family, else only with those `withEveryClient`. */
  readonly withEveryFamily: boolean;
  readonly open: (system: System) => Driver | Promise<Driver>;
}

/** Makes calls through a client. Failures are part of the outcome, not thrown. */
export interface Driver {
  readonly complete: (ask: Ask) => Promise<Outcome>;
  readonly stream: (ask: Ask, options?: StreamOptions) => Promise<Outcome>;
  readonly close?: () => Promise<void>;
}

export type ClientGap =
  | "developer"
  | "finish_reason"
  | "image_urls"
  | "json_object"
  | "json_schema"
  | "logprobs"
  | "n"
  | "names"
  | "parallel_tool_calls"
  | "reasoning_details"
  | "refusal"
  | "stop";

export type Way = "complete" | "stream";

export interface StreamOptions {
  /** The caller leaves at the first text, in the client's own way. */
  readonly leave?: boolean;
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
