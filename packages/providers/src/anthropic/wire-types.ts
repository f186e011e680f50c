/** The Messages protocol. Types of requests are exact. Any field of an answer may be missing or null. */

interface CacheMark {
  readonly cache_control?: { readonly type: "ephemeral" };
}

export interface TextBlock extends CacheMark {
  readonly type: "text";
  readonly text: string;
}

export interface ImageBlock extends CacheMark {
  readonly type: "image";
  readonly source:
    | { readonly type: "url"; readonly url: string }
    | { readonly type: "base64"; readonly media_type: string; readonly data: string };
}

export interface DocumentBlock extends CacheMark {
  readonly type: "document";
  readonly source: { readonly type: "base64"; readonly media_type: string; readonly data: string };
  readonly title?: string | undefined;
}

/** The parts of a user's message or of a tool's result. */
export type ContentBlock = TextBlock | ImageBlock | DocumentBlock;

export interface ToolResultBlock extends CacheMark {
  readonly type: "tool_result";
  readonly tool_use_id: string;
  readonly content?: string | readonly ContentBlock[];
}

export interface ToolUseBlock {
  readonly type: "tool_use";
  readonly id: string;
  readonly name: string;
  readonly input: object;
}

export type ThinkingBlock =
  | { readonly type: "thinking"; readonly thinking: string; readonly signature: string }
  | { readonly type: "redacted_thinking"; readonly data: string };

export type UserBlock = ContentBlock | ToolResultBlock;
export type AssistantBlock = TextBlock | ToolUseBlock | ThinkingBlock;

export type Turn =
  | { readonly role: "user"; readonly content: readonly UserBlock[] }
  | { readonly role: "assistant"; readonly content: readonly AssistantBlock[] }
  | { readonly role: "system"; readonly content: readonly TextBlock[] };

export interface WireTool extends CacheMark {
  readonly name: string;
  readonly description?: string | undefined;
  readonly input_schema: object;
  readonly strict?: true;
}

export type WireToolChoice =
  | { readonly type: "none" }
  | { readonly type: "auto" | "any"; readonly disable_parallel_tool_use?: true | undefined }
  | { readonly type: "tool"; readonly name: string; readonly disable_parallel_tool_use?: true | undefined };

export interface WireAnswer {
  readonly type?: unknown;
  readonly content?: readonly (WireBlock | null)[] | null;
  readonly stop_reason?: unknown;
  readonly stop_details?: WireStopDetails | null;
  readonly usage?: WireUsage | null;
}

export interface WireStopDetails {
  readonly explanation?: unknown;
}

/** A block of an answer. In a stream it is the beginning of the block. */
export interface WireBlock {
  readonly type?: unknown;
  readonly text?: unknown;
  readonly thinking?: unknown;
  readonly signature?: unknown;
  readonly data?: unknown;
  readonly id?: unknown;
  readonly name?: unknown;
  readonly input?: unknown;
}

export interface WireUsage {
  readonly input_tokens?: unknown;
  readonly output_tokens?: unknown;
  readonly cache_creation_input_tokens?: unknown;
  readonly cache_read_input_tokens?: unknown;
  readonly output_tokens_details?: { readonly thinking_tokens?: unknown } | null;
}

/** Any event of a stream. */
export interface WireEvent {
  readonly type?: unknown;
  readonly index?: unknown;
  readonly message?: WireAnswer | null;
  readonly content_block?: WireBlock | null;
  readonly delta?: WireDelta | null;
  readonly usage?: WireUsage | null;
}

export interface WireDelta {
  readonly type?: unknown;
  readonly text?: unknown;
  readonly thinking?: unknown;
  readonly signature?: unknown;
  readonly partial_json?: unknown;
  readonly stop_reason?: unknown;
  readonly stop_details?: WireStopDetails | null;
}
