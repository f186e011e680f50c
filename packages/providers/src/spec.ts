/**
 * The interface of a provider family, in the system's own types. A family is a value: pure functions from call to
 * request and from wire to events. The client around it (`client.ts`) does all of the input and output.
 */

import type { ImageProtocol, VideoProtocol } from "./media/media-spec";
import type { ProviderErrorFacts } from "./provider-error";
import type { Target, WireRequest } from "./target";

/** A last message of the assistant is the beginning of the answer: the model goes on from there. */
export interface ChatCall {
  readonly messages: readonly ChatMessage[];
  /** 0 to 2. */
  readonly temperature?: number;
  /** 0 to 1. */
  readonly topP?: number;
  readonly maxTokens?: number;
  readonly stop?: readonly string[];
  readonly responseFormat?: ResponseFormat;
  readonly tools?: readonly Tool[];
  readonly toolChoice?: ToolChoice;
  readonly parallelToolCalls?: boolean;
  readonly seed?: number;
  readonly presencePenalty?: number;
  readonly frequencyPenalty?: number;
  readonly reasoningEffort?: string;
  readonly verbosity?: string;
  /** The caller asks for the reasoning in words. */
  readonly reasoningSummary?: boolean;
  readonly logprobs?: boolean;
  readonly topLogprobs?: number;
  readonly logitBias?: Readonly<Record<string, number>>;
  readonly user?: string;
}

/** A field of a call beside what is said. */
export type ChatSetting = Exclude<keyof ChatCall, "messages">;

export type ChatRole = "system" | "user" | "assistant" | "tool";

export interface ChatMessage {
  readonly role: ChatRole;
  /** Plain text, or parts where there are images or files. */
  readonly content: string | readonly ContentPart[];
  readonly name?: string;
  readonly toolCalls?: readonly ToolCall[];
  readonly toolCallId?: string;
  readonly reasoning?: string;
  readonly reasoningDetails?: readonly ReasoningDetail[];
  readonly refusal?: string;
}

/**
 * A signed or encrypted piece of reasoning, which its provider has to get back on the next turn to continue from it.
 * Opaque to everyone but the family that made it.
 */
export interface ReasoningDetail {
  /** Kind of the family: no other takes it back. */
  readonly family: string;
  /**
   * Provider and upstream model, `anthropic/claude-haiku-4-5`: it is sent back to nobody else. The client writes and
   * reads it; families do not.
   */
  readonly madeBy?: string;
  /** Reasoning in plain words, where it is signed rather than encrypted. */
  readonly text?: string;
  readonly signature?: string;
  readonly encrypted?: string;
  /** The tool call it belongs to, where it belongs to one. */
  readonly toolCallId?: string;
}

export type ContentPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly url: string; readonly detail?: string }
  | PdfPart;

/** A PDF file, which the model gets as text and as pictures of its pages. */
export interface PdfPart {
  readonly type: "pdf";
  /** Base64. */
  readonly data: string;
  /** File name, if the caller gave one. */
  readonly name?: string;
  /** Number of pages, as counted in the file: for estimates alone. */
  readonly pages: number;
}

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON text, as the model wrote it. */
  readonly arguments: string;
}

export interface Tool {
  readonly name: string;
  readonly description?: string;
  /** JSON Schema of the arguments. */
  readonly parameters?: object;
  readonly strict?: boolean;
  /** What it is to a provider that has custom tools. To all others it is the function described here. */
  readonly custom?: CustomTool;
}

/** A tool that is called with free text: the `input` of its calls' arguments (`custom-input.ts` in packages/core). */
export interface CustomTool {
  readonly description?: string;
  readonly format: CustomFormat;
}

export type CustomFormat =
  | { readonly type: "text" }
  | { readonly type: "grammar"; readonly syntax: "lark" | "regex"; readonly definition: string };

export type ToolChoice =
  | { readonly mode: "none" | "auto" | "required" }
  | { readonly mode: "function"; readonly name: string };

export type ResponseFormat =
  | { readonly type: "text" | "json_object" }
  | {
      readonly type: "json_schema";
      readonly name: string;
      readonly description?: string;
      readonly schema: object;
      readonly strict?: boolean;
    };

export type FinishReason = "stop" | "length" | "content_filter" | "tool_calls";

/** One thing that happened in an answer. Order is the provider's. */
export type ChatEvent =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "reasoning"; readonly text: string }
  /** For the next turn. Its text, if any, was sent as `reasoning` before. */
  | { readonly type: "reasoning_detail"; readonly detail: ReasoningDetail }
  | { readonly type: "refusal"; readonly text: string }
  /** `index` counts the tool calls of the answer from 0; `id` and `name` come with the first delta of each. */
  | {
      readonly type: "tool_call";
      readonly index: number;
      readonly id?: string;
      readonly name?: string;
      readonly arguments: string;
    }
  /** OpenAI's logprobs object, for the text before it. */
  | { readonly type: "logprobs"; readonly logprobs: object }
  | { readonly type: "finish"; readonly reason: FinishReason }
  /** Totals so far: a later one replaces an earlier one. */
  | { readonly type: "usage"; readonly usage: ChatUsage };

/** Tokens. `promptTokens` includes cached and cache-write tokens, `completionTokens` includes reasoning tokens. */
export interface ChatUsage {
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly cachedTokens: number;
  readonly cacheWriteTokens: number;
  readonly reasoningTokens: number;
}

export interface ChatAnswer {
  readonly text: string;
  readonly reasoning?: string;
  readonly reasoningDetails?: readonly ReasoningDetail[];
  readonly refusal?: string;
  readonly toolCalls: readonly ToolCall[];
  readonly logprobs?: object;
  readonly finishReason: FinishReason;
  /** Absent if the provider reported none: the caller counts. */
  readonly usage?: ChatUsage;
}

export interface EmbeddingsCall {
  readonly input: readonly (string | readonly number[])[];
  readonly dimensions?: number;
  readonly user?: string;
}

export interface EmbeddingsAnswer {
  /** In the order of the input: little-endian singles, ready for base64. */
  readonly vectors: readonly Buffer[];
  /** Absent if the provider reported none. */
  readonly promptTokens?: number;
}

/** Turns the data of server-sent events into chat events. One per stream: it may remember. */
export interface ChatStreamReader {
  /**
   * @param data Payload of one event. @param name Its `event:` name, empty without.
   * @returns What it means, often nothing. Throws ProviderError for an error in the stream.
   */
  read(data: string, name: string): readonly ChatEvent[];
  /** True once the provider has said its last word: a body that ends before is a cut. */
  readonly complete: boolean;
  /** True once nothing more can come (`[DONE]`): the end of the body is not waited for. */
  readonly ended?: boolean;
}

/** What a target leaves out of a call that it takes all the same: no route is refused over it. */
export const LEFT_OUT_FIELDS = [
  /** Who speaks. */
  "messages.name",
  /** The grammar of a custom tool, which the model reads instead. */
  "tools.format",
  /** That an answer is made to satisfy a schema, which the model is told in words instead. */
  "response_format.json_schema.strict",
  /** An effort above `high`, of which only a lower level is asked for. */
  "reasoning_effort.level",
  /** That a model reasons by itself, which has to be turned off for this call. */
  "reasoning_effort.default",
  /** The words of reasoning. */
  "reasoning.summary",
  "verbosity",
] as const;

export type LeftOut = (typeof LEFT_OUT_FIELDS)[number];

/**
 * A field that a target can't honour; if only in this call, with the reason, as a sentence that the model's name begins.
 * One that is `vital` is never left out: the call would be another, or cost more than its caller means to pay.
 * `place` is the position within the field, such as `[3].tool_call_id`. Of the messages there is always a reason.
 */
export type UnsupportedField =
  | ChatSetting
  | LeftOut
  | { readonly field: keyof ChatCall; readonly place?: string; readonly why: string; readonly vital?: boolean };

/** A wire protocol that one or many providers speak. */
export interface ProviderFamily {
  readonly kind: string;
  /**
   * @returns What is wrong with a provider's `quirks` in the catalog, one text each that begins with the quirk's name.
   */
  checkQuirks(quirks: Readonly<Record<string, unknown>>): string[];
  readonly chat?: {
    /**
     * Fields of this call that the protocol can't honour; `toRequest` leaves them out. Fields that are only written
     * differently, or that the target is known to ignore without harm, are not among them.
     */
    unsupported(call: ChatCall, target: Target): readonly UnsupportedField[];
    /** Names of functions it takes. Others are told by a name it takes, and come back as they were. */
    readonly functionName: RegExp;
    toRequest(call: ChatCall, target: Target, stream: boolean): WireRequest;
    /** @param call What was asked: some repeat a part of it in the answer. */
    createStreamReader(target: Target, call: ChatCall): ChatStreamReader;
    /** @param body Parsed JSON of a plain answer. Throws ProviderError where it is an error or no answer. */
    fromAnswer(body: unknown, target: Target, call: ChatCall): ChatAnswer;
  };
  readonly embeddings?: {
    /** Inputs of one request, undefined for any number: a call with more is made in parts. */
    maxInputs?(target: Target): number | undefined;
    toRequest(call: EmbeddingsCall, target: Target): WireRequest;
    fromAnswer(body: unknown, call: EmbeddingsCall, target: Target): EmbeddingsAnswer;
  };
  readonly images?: ImageProtocol;
  readonly videos?: VideoProtocol;
  /** Reads an error answer. @param body Its text, bounded; maybe HTML, maybe empty. */
  toError(status: number, body: string): ProviderErrorFacts;
  /** What the operator may have set wrong, if an error answer looks like it. */
  hintOf?(facts: ProviderErrorFacts, target: Target): string | undefined;
}

/** The four limits of one try, milliseconds. */
export interface TimeLimits {
  /** Until the request is on a connected socket. */
  readonly connectMs: number;
  /** Until the first content; headers, role chunks and keep-alives are none. */
  readonly firstContentMs: number;
  /** Between two reads of bytes, once content has begun. */
  readonly idleMs: number;
  readonly totalMs: number;
}

export interface CallOptions {
  readonly limits: TimeLimits;
  /** The caller went away: the provider's call ends at once with kind `aborted`. */
  readonly signal: AbortSignal;
}

/** A family made callable. Every failure is a ProviderError. */
export interface ProviderClient {
  /** Fields of this call that the target can't honour: leave them out, or don't call. */
  unsupported(call: ChatCall, target: Target): readonly UnsupportedField[];
  /**
   * Yields the events of each read together. It ends only after an event with a finish reason: an answer that stops
   * before is a `cut`. Returning early aborts the provider's call at once.
   */
  streamChat(call: ChatCall, target: Target, options: CallOptions): AsyncIterable<readonly ChatEvent[]>;
  completeChat(call: ChatCall, target: Target, options: CallOptions): Promise<ChatAnswer>;
  embed(call: EmbeddingsCall, target: Target, options: CallOptions): Promise<EmbeddingsAnswer>;
}
