import type { Outcome, ToolCall } from "./outcome";

/** A chat call, independent of any client's format. */
export interface Ask {
  readonly model: string;
  readonly messages: readonly Message[];
  readonly tools?: readonly Tool[];
  readonly toolChoice?: "none" | "auto" | "required" | { readonly name: string };
  readonly parallelToolCalls?: boolean;
  readonly format?: "json_object" | { readonly name: string; readonly schema: Readonly<Record<string, unknown>> };
  readonly stop?: readonly string[];
  readonly maxTokens?: number;
  /** Fields by their REST names, sent unchanged in whatever way the client allows. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

export interface PdfFile {
  readonly name: string;
  /** Base64. */
  readonly data: string;
}

export interface UserMessage {
  readonly role: "user";
  readonly content: string;
  readonly imageUrl?: string;
  readonly pdf?: PdfFile;
  readonly name?: string;
}

export const dataUrlOf = ({ data }: PdfFile): string => `data:application/pdf;base64,${data}`;

export type Message =
  | { readonly role: "system" | "developer" | "assistant"; readonly content: string }
  | UserMessage
  /** The outcome of an earlier call, sent back the way the client does. */
  | { readonly role: "answer"; readonly outcome: Outcome }
  | { readonly role: "tool"; readonly call: ToolCall; readonly content: string };

export interface Tool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema; absent: a tool without arguments. */
  readonly parameters?: Readonly<Record<string, unknown>>;
}

/** Whether the message is text only. */
export const isPlain = ({ imageUrl, pdf }: UserMessage): boolean => imageUrl === undefined && pdf === undefined;

/** The parts of a chat completion's message; a string if it is text only. */
export const toContent = (message: UserMessage) => {
  const { content, imageUrl, pdf } = message;
  return isPlain(message)
    ? content
    : [
        { type: "text" as const, text: content },
        ...(imageUrl === undefined ? [] : [{ type: "image_url" as const, image_url: { url: imageUrl } }]),
        ...(pdf === undefined
          ? []
          : [{ type: "file" as const, file: { filename: pdf.name, file_data: dataUrlOf(pdf) } }]),
      ];
};

const toMessage = (message: Message): unknown => {
  switch (message.role) {
    case "answer":
      return message.outcome.message;
    case "tool":
      return { role: "tool", tool_call_id: message.call.id, content: message.content };
    case "user":
      return {
        role: "user",
        content: toContent(message),
        ...(message.name === undefined ? {} : { name: message.name }),
      };
    case "system":
    case "developer":
    case "assistant":
      return message;
  }
};

export const toToolBody = ({ name, description, parameters }: Tool) => ({
  type: "function" as const,
  function: { name, description, ...(parameters === undefined ? {} : { parameters }) },
});

/** The REST body, for clients that send it unchanged. */
export const toBody = ({
  model,
  messages,
  tools,
  toolChoice,
  parallelToolCalls,
  format,
  stop,
  maxTokens,
  fields,
}: Ask): Record<string, unknown> => ({
  model,
  messages: messages.map(toMessage),
  ...(tools === undefined ? {} : { tools: tools.map(toToolBody) }),
  ...(toolChoice === undefined
    ? {}
    : {
        tool_choice:
          typeof toolChoice === "string" ? toolChoice : { type: "function", function: { name: toolChoice.name } },
      }),
  ...(parallelToolCalls === undefined ? {} : { parallel_tool_calls: parallelToolCalls }),
  ...(format === undefined ? {} : { response_format: toFormat(format) }),
  ...(stop === undefined ? {} : { stop }),
  ...(maxTokens === undefined ? {} : { max_tokens: maxTokens }),
  ...fields,
});

export const toFormat = (format: NonNullable<Ask["format"]>) =>
  format === "json_object"
    ? { type: format, json_schema: undefined }
    : { type: "json_schema", json_schema: { ...format, strict: true } };
