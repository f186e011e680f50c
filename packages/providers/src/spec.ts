/**
 * The interface of a provider family, in the system's own types. A family is a value with pure functions that turn a
 * call into a request, and an answer on the wire into events. The client (`client.ts`) does all input and output.
 */

import type { ImageProtocol, VideoProtocol } from "./media/media-spec";
import type { ProviderErrorFacts } from "./provider-error";
import type { Target, WireRequest } from "./target";

/** A chat call. If the last message is the assistant's, it is a prefill: the model continues the answer from there. */
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
  /** Whether the caller asks for the reasoning as text. */
  readonly reasoningSummary?: boolean;
  readonly logprobs?: boolean;
  readonly topLogprobs?: number;
  readonly logitBias?: Readonly<Record<string, number>>;
  readonly user?: string;
}

/** A field of a call other than its messages. */
export type ChatSetting = Exclude<keyof ChatCall, "messages">;

export type ChatRole = "system" | "user" | "assistant" | "tool";

export interface ChatMessage {
  readonly role: ChatRole;
  /** Plain text, or a list of parts if there are images or files. */
  readonly content: string | readonly ContentPart[];
  readonly name?: string;
  readonly toolCalls?: readonly ToolCall[];
  readonly toolCallId?: string;
  readonly reasoning?: string;
  readonly reasoningDetails?: readonly ReasoningDetail[];
  readonly refusal?: string;
}

/**
 * A signed or encrypted piece of reasoning. The provider needs it on the next turn to continue from it. It is opaque to
 * all code but the family that made it.
 */
export interface ReasoningDetail {
  /** Kind of the family that made it, the only one that can send it back. */
  readonly family: string;
  /**
   * Provider and upstream model that made it, `anthropic/claude-haiku-4-5`. It is sent back to no other. The client
   * writes and reads this field; families do not.
   */
  readonly madeBy?: string;
  /** The reasoning as plain text, if it is signed and not encrypted. */
  readonly text?: string;
  readonly signature?: string;
  readonly encrypted?: string;
  /** Id of the tool call it belongs to, if any. */
  readonly toolCallId?: string;
}

export type ContentPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly url: string; readonly detail?: string }
  | PdfPart;

/** A PDF file. The model gets its text and pictures of its pages. */
export interface PdfPart {
  readonly type: "pdf";
  /** Base64. */
  readonly data: string;
  /** File name, if the caller gave one. */
  readonly name?: string;
  /** Number of pages as counted in the file, only for estimates. */
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
  /** The custom tool, for providers that have custom tools. For all others it is the function described here. */
  readonly custom?: CustomTool;
}

/** A tool that is called with free text, which is `input` in the arguments of its calls (packages/core, `custom-input.ts`). */
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

/** An event of an answer. Events have the provider's order. */
export type ChatEvent =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "reasoning"; readonly text: string }
  /** To be sent back on the next turn. Its text, if any, was an earlier `reasoning` event. */
  | { readonly type: "reasoning_detail"; readonly detail: ReasoningDetail }
  | { readonly type: "refusal"; readonly text: string }
  /** `index` counts the tool calls of the answer from 0. The first delta of each call has `id` and `name`. */
  | {
      readonly type: "tool_call";
      readonly index: number;
      readonly id?: string;
      readonly name?: string;
      readonly arguments: string;
    }
  /** OpenAI's logprobs object for the text before it. */
  | { readonly type: "logprobs"; readonly logprobs: object }
  | { readonly type: "finish"; readonly reason: FinishReason }
  /** Totals so far. A later event replaces an earlier one. */
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
  /** Absent if the provider reported none. The client's user then counts the tokens. */
  readonly usage?: ChatUsage;
}

export interface EmbeddingsCall {
  readonly input: readonly (string | readonly number[])[];
  readonly dimensions?: number;
  readonly user?: string;
}

export interface EmbeddingsAnswer {
  /** In the order of the input. Each is a list of little-endian 32-bit floats, ready for base64. */
  readonly vectors: readonly Buffer[];
  /** Absent if the provider reported none. */
  readonly promptTokens?: number;
}

/** Turns the data of server-sent events into chat events. It has state: each stream has its own. */
export interface ChatStreamReader {
  /**
   * @param data Payload of one event. @param name Its `event:` name; empty if there is none.
   * @returns The chat events, often none. Throws ProviderError for an error in the stream.
   */
  read(data: string, name: string): readonly ChatEvent[];
  /** True once the answer is complete. If the body ends before that, the failure is `cut`. */
  readonly complete: boolean;
  /** True once no further event can follow (`[DONE]`). The end of the body is then not awaited. */
  readonly ended?: boolean;
}

/** Fields that every route may drop without asking. No route is excluded because it can't honour one of them. */
export const ALWAYS_DROPPABLE_FIELDS = [
  /** Name of the speaker. */
  "messages.name",
  /** The grammar of a custom tool. The model gets it as text. */
  "tools.format",
  /** Enforcement of a schema. The model gets the schema as text. */
  "response_format.json_schema.strict",
  /** An effort above `high`. A lower level is requested. */
  "reasoning_effort.level",
  /** Reasoning that the model does by default, which has to be turned off for this call. */
  "reasoning_effort.default",
  /** The text of the reasoning. */
  "reasoning.summary",
  "verbosity",
] as const;

export type AlwaysDroppable = (typeof ALWAYS_DROPPABLE_FIELDS)[number];

/**
 * A field that a target can't honour. If it is unsupported only in this call, `why` has the reason: the rest of a
 * sentence that begins with the model's name. `messages` always have a reason. `place` is the position within the field,
 * such as `[3].tool_call_id`. A `vital` field is never dropped: without it the call would be a different one, or cost
 * more than the caller means to pay.
 */
export type UnsupportedField =
  | ChatSetting
  | AlwaysDroppable
  | { readonly field: keyof ChatCall; readonly place?: string; readonly why: string; readonly vital?: boolean };

/** A wire protocol that one or many providers speak. */
export interface ProviderFamily {
  readonly kind: string;
  /**
   * Validates a provider's `quirks` in the catalog. @returns One text for each mistake, which begins with the quirk's name.
   */
  checkQuirks(quirks: Readonly<Record<string, unknown>>): string[];
  readonly chat?: {
    /**
     * Fields of this call that the protocol can't honour; `toRequest` leaves them out. A field is not among them if the
     * protocol only spells it differently, or if the target is known to ignore it without harm.
     */
    unsupported(call: ChatCall, target: Target): readonly UnsupportedField[];
    /** Function names that the protocol accepts. The client replaces others by an alias, and translates answers back. */
    readonly functionName: RegExp;
    toRequest(call: ChatCall, target: Target, stream: boolean): WireRequest;
    /** @param call The call, because some providers repeat a part of it in the answer. */
    createStreamReader(target: Target, call: ChatCall): ChatStreamReader;
    /** @param body Parsed JSON of a plain answer. Throws ProviderError if it is an error or not an answer. */
    fromAnswer(body: unknown, target: Target, call: ChatCall): ChatAnswer;
  };
  readonly embeddings?: {
    /** Most inputs of one request; undefined for no limit. A call with more inputs is sent in several requests. */
    maxInputs?(target: Target): number | undefined;
    toRequest(call: EmbeddingsCall, target: Target): WireRequest;
    fromAnswer(body: unknown, call: EmbeddingsCall, target: Target): EmbeddingsAnswer;
  };
  readonly images?: ImageProtocol;
  readonly videos?: VideoProtocol;
  /** Reads an error answer. @param body Its text, of bounded length; it may be HTML or empty. */
  toError(status: number, body: string): ProviderErrorFacts;
  /** A hint for the operator, if an error answer looks like a mistake in the configuration. */
  hintOf?(facts: ProviderErrorFacts, target: Target): string | undefined;
}

/** The four time limits of one try, in milliseconds. */
export interface TimeLimits {
  /** Until the request is on a connected socket. */
  readonly connectMs: number;
  /** Until the first content. Headers, role chunks and keep-alives are not content. */
  readonly firstContentMs: number;
  /** Between two reads of bytes, after the first content. */
  readonly idleMs: number;
  readonly totalMs: number;
}

export interface CallOptions {
  readonly limits: TimeLimits;
  /** Fires when the caller disconnects. The provider's call then ends at once with kind `aborted`. */
  readonly signal: AbortSignal;
}

/** The client of a family. Every failure is a ProviderError. */
export interface ProviderClient {
  /** Fields of this call that the target can't honour. Drop them, or do not call this target. */
  unsupported(call: ChatCall, target: Target): readonly UnsupportedField[];
  /**
   * Yields the events of each read together. The stream ends normally only after an event with a finish reason; if the
   * answer ends before, the failure is `cut`. Leaving the stream early aborts the provider's call at once.
   */
  streamChat(call: ChatCall, target: Target, options: CallOptions): AsyncIterable<readonly ChatEvent[]>;
  completeChat(call: ChatCall, target: Target, options: CallOptions): Promise<ChatAnswer>;
  embed(call: EmbeddingsCall, target: Target, options: CallOptions): Promise<EmbeddingsAnswer>;
}
