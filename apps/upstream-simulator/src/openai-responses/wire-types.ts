/** The parts of a Responses request body that are read here. Bodies are validated before they get this type. */
export interface ResponsesRequest {
  readonly model: string;
  readonly input: string | readonly InputItem[];
  readonly instructions?: string | null;
  readonly stream?: boolean | null;
  readonly stream_options?: { readonly include_obfuscation?: boolean } | null;
  readonly max_output_tokens?: number | null;
  readonly tools?: readonly (FunctionTool | CustomTool)[] | null;
  readonly tool_choice?: ToolChoice | null;
  readonly parallel_tool_calls?: boolean | null;
  readonly text?: { readonly format?: TextFormat | null; readonly verbosity?: string | null } | null;
  readonly reasoning?: { readonly effort?: string | null; readonly summary?: string | null } | null;
  readonly include?: readonly string[] | null;
  readonly store?: boolean | null;
  readonly temperature?: number | null;
  readonly top_p?: number | null;
  readonly top_logprobs?: number | null;
  readonly metadata?: Readonly<Record<string, string>> | null;
  readonly prompt_cache_key?: string | null;
  readonly safety_identifier?: string | null;
  readonly truncation?: string | null;
  readonly user?: string | null;
}

export type InputItem =
  | { readonly type?: "message"; readonly role: string; readonly content: string | readonly InputPart[] }
  | { readonly type: "function_call"; readonly call_id: string; readonly name: string; readonly arguments: string }
  | { readonly type: "function_call_output"; readonly call_id: string; readonly output: string | readonly InputPart[] }
  | { readonly type: "custom_tool_call"; readonly call_id: string; readonly name: string; readonly input: string }
  | {
      readonly type: "custom_tool_call_output";
      readonly call_id: string;
      readonly output: string | readonly InputPart[];
    }
  | { readonly type: "reasoning"; readonly encrypted_content: string };

export interface InputPart {
  readonly type: string;
  readonly text?: string;
  readonly refusal?: string;
  readonly image_url?: string;
  readonly detail?: string;
}

export interface FunctionTool {
  readonly type: "function";
  readonly name: string;
  readonly description?: string | null;
  readonly parameters?: Readonly<Record<string, unknown>> | null;
  readonly strict?: boolean | null;
}

export interface CustomTool {
  readonly type: "custom";
  readonly name: string;
  readonly description?: string | null;
  readonly format?: { readonly type: string; readonly definition?: string } | null;
}

export type ToolChoice =
  | "none"
  | "auto"
  | "required"
  | { readonly type: "function" | "custom"; readonly name: string }
  | {
      readonly type: "allowed_tools";
      readonly mode: "auto" | "required";
      readonly tools: readonly { readonly name: string }[];
    };

export type TextFormat =
  | { readonly type: "text" | "json_object" }
  | { readonly type: "json_schema"; readonly name: string; readonly schema: Readonly<Record<string, unknown>> };
