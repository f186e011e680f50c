/** The parts of Anthropic's request bodies that are read here. Bodies are validated before they get these types. */
export interface MessagesRequest {
  readonly model: string;
  readonly max_tokens?: number;
  readonly messages: readonly Message[];
  readonly system?: string | readonly Block[];
  readonly stream?: boolean;
  readonly stop_sequences?: readonly string[];
  readonly tools?: readonly Tool[];
  readonly tool_choice?: {
    readonly type: "auto" | "any" | "tool" | "none";
    readonly name?: string;
    readonly disable_parallel_tool_use?: boolean;
  };
  readonly thinking?: {
    readonly type: "enabled" | "adaptive" | "disabled" | "between_tools";
    readonly budget_tokens?: number;
    readonly display?: "summarized" | "omitted" | null;
  };
  readonly output_config?: {
    readonly effort?: string | null;
    readonly format?: { readonly type: "json_schema"; readonly schema: Readonly<Record<string, unknown>> } | null;
  };
}

export interface Message {
  readonly role: "user" | "assistant" | "system";
  readonly content: string | readonly Block[];
}

/** A block of any type; `type` determines which fields it has. */
export interface Block {
  readonly type: string;
  readonly text?: string;
  readonly thinking?: string;
  readonly signature?: string;
  readonly data?: string;
  readonly id?: string;
  readonly name?: string;
  readonly input?: unknown;
  readonly tool_use_id?: string;
  readonly content?: string | readonly Block[];
  readonly source?: {
    readonly type: string;
    readonly media_type?: string;
    readonly data?: string;
    readonly url?: string;
  };
  readonly cache_control?: { readonly type: string } | null;
}

export interface Tool {
  readonly name: string;
  readonly description?: string;
  readonly input_schema: Readonly<Record<string, unknown>>;
  readonly strict?: boolean;
  readonly cache_control?: { readonly type: string } | null;
}
