/** The fields of OpenAI's request bodies that are read here. Bodies are validated before they get these types. */
export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly stream?: boolean | null;
  readonly stream_options?: { readonly include_usage?: boolean } | null;
  readonly max_tokens?: number | null;
  readonly max_completion_tokens?: number | null;
  readonly stop?: string | readonly string[] | null;
  readonly tools?: readonly ToolDeclaration[] | null;
  readonly tool_choice?:
    | "none"
    | "auto"
    | "required"
    | "any"
    | { readonly type: "function"; readonly function: { readonly name: string } }
    | null;
  readonly parallel_tool_calls?: boolean | null;
  readonly response_format?: ResponseFormat | null;
  readonly logprobs?: boolean | null;
  readonly reasoning_effort?: string | null;
}

export interface ChatMessage {
  readonly role: string;
  readonly content?: string | readonly ContentPart[] | null;
  readonly name?: string;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
  readonly tool_call_id?: string;
  readonly prefix?: boolean;
}

export interface ContentPart {
  readonly type: string;
  readonly text?: string;
  readonly refusal?: string;
  readonly image_url?: string | { readonly url: string; readonly detail?: string };
}

export interface ToolDeclaration {
  readonly type: "function";
  readonly function: {
    readonly name: string;
    readonly description?: string;
    readonly parameters?: Readonly<Record<string, unknown>>;
  };
}

export type ResponseFormat =
  | { readonly type: "text" | "json_object" }
  | {
      readonly type: "json_schema";
      readonly json_schema: { readonly name: string; readonly schema?: Readonly<Record<string, unknown>> };
    };

export interface EmbeddingsRequest {
  readonly model: string;
  readonly input: string | readonly string[] | readonly number[] | readonly (readonly number[])[];
  readonly dimensions?: number;
  readonly output_dimension?: number;
  readonly encoding_format?: "float" | "base64";
}
