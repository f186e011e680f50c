import Anthropic from "@anthropic-ai/sdk";
import { type Ask, isPlain, type Message, type PdfFile, type Tool } from "../ask";
import type { Client, Driver } from "../driver";
import { type Failure, NOTHING, type Outcome } from "../outcome";

type Body = Anthropic.MessageCreateParamsNonStreaming;
type ContentBlocks = Anthropic.ContentBlockParam[];

/** The API requires a maximum. */
const MAX_TOKENS = 8_000;

const toImage = (url: string): Anthropic.ImageBlockParam => {
  const [, type, data] = /^data:([^;]+);base64,(.*)$/.exec(url) ?? [];
  return {
    type: "image",
    source:
      data === undefined
        ? { type: "url", url }
        : { type: "base64", media_type: type as Anthropic.Base64ImageSource["media_type"], data },
  };
};

const toDocument = ({ name, data }: PdfFile): Anthropic.DocumentBlockParam => ({
  type: "document",
  source: { type: "base64", media_type: "application/pdf", data },
  title: name,
});

const toMessage = (message: Message): Anthropic.MessageParam => {
  switch (message.role) {
    case "answer":
      return { role: "assistant", content: message.outcome.message as ContentBlocks };
    case "tool":
      return {
        role: "user",
        content: [{ type: "tool_result", tool_use_id: message.call.id, content: message.content }],
      };
    case "user":
      return {
        role: "user",
        content: isPlain(message)
          ? message.content
          : [
              { type: "text", text: message.content },
              ...(message.imageUrl === undefined ? [] : [toImage(message.imageUrl)]),
              ...(message.pdf === undefined ? [] : [toDocument(message.pdf)]),
            ],
      };
    case "system":
    case "developer":
      return { role: "system", content: message.content };
    case "assistant":
      return { role: "assistant", content: message.content };
  }
};

const toTool = ({ name, description, parameters }: Tool): Anthropic.Tool => ({
  name,
  description,
  input_schema: { type: "object", ...parameters },
});

const CHOICES = { none: "none", auto: "auto", required: "any" } as const;

const toToolChoice = (
  choice: NonNullable<Ask["toolChoice"]>,
  rest: { readonly disable_parallel_tool_use?: boolean },
): Anthropic.ToolChoice =>
  typeof choice === "string" ? { type: CHOICES[choice], ...rest } : { type: "tool", name: choice.name, ...rest };

/** Fields of a chat completion that have another name in this API. */
const renamed = ({
  reasoning_effort: effort,
  ...rest
}: Readonly<Record<string, unknown>>): Record<string, unknown> => ({
  ...rest,
  ...(effort === undefined ? {} : { thinking: { type: "adaptive" }, output_config: { effort } }),
});

const bodyOf = ({
  model,
  messages,
  tools,
  toolChoice,
  parallelToolCalls,
  format,
  stop,
  maxTokens = MAX_TOKENS,
  fields,
}: Ask): Body => ({
  model,
  max_tokens: maxTokens,
  messages: messages.map(toMessage),
  ...(tools === undefined ? {} : { tools: tools.map(toTool) }),
  ...(toolChoice === undefined && parallelToolCalls === undefined
    ? {}
    : {
        tool_choice: toToolChoice(
          toolChoice ?? "auto",
          parallelToolCalls === undefined ? {} : { disable_parallel_tool_use: !parallelToolCalls },
        ),
      }),
  ...(format === undefined || format === "json_object"
    ? {}
    : { output_config: { format: { type: "json_schema", schema: format.schema } } }),
  ...(stop === undefined ? {} : { stop_sequences: [...stop] }),
  ...renamed(fields ?? {}),
});

const FINISH: Readonly<Record<string, string>> = {
  end_turn: "stop",
  stop_sequence: "stop",
  max_tokens: "length",
  tool_use: "tool_calls",
};

/** A refusal with words comes from the model, one without words from the provider's filter. */
const finishOf = ({ stop_reason: reason, stop_details: details }: Anthropic.Message): string | undefined =>
  reason === "refusal" ? ((details?.explanation ?? "") === "" ? "content_filter" : "stop") : FINISH[reason ?? ""];

const fromMessage = (message: Anthropic.Message, droppedFields?: string): Outcome => {
  const { id, model, content, stop_details: details, usage } = message;
  return {
    ...NOTHING,
    droppedFields,
    message: content,
    requestId: id,
    model,
    finishReason: finishOf(message),
    text: content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join(""),
    reasoning: content.flatMap((block) => (block.type === "thinking" ? [block.thinking] : [])).join(""),
    refusal: details?.explanation ?? "",
    toolCalls: content.flatMap((block) =>
      block.type === "tool_use" ? [{ id: block.id, name: block.name, arguments: block.input }] : [],
    ),
    usage: {
      promptTokens:
        usage.input_tokens + (usage.cache_read_input_tokens ?? 0) + (usage.cache_creation_input_tokens ?? 0),
      completionTokens: usage.output_tokens,
      cachedTokens: usage.cache_read_input_tokens ?? 0,
      reasoningTokens: usage.output_tokens_details?.thinking_tokens ?? 0,
    },
  };
};

const toFailure = (error: unknown): Failure => {
  if (!(error instanceof Anthropic.APIError)) throw error;
  const { request_id: requestId } = (error.error ?? {}) as { readonly request_id?: string };
  return {
    status: error.status as number | undefined,
    code: error.type ?? undefined,
    message: error.apiMessage ?? error.message,
    requestId,
  };
};

const createDriver = (client: Anthropic): Driver => ({
  async complete(ask) {
    try {
      const { data, response } = await client.messages.create(bodyOf(ask)).withResponse();
      return fromMessage(data, response.headers.get("x-gateway-dropped-fields") ?? undefined);
    } catch (error) {
      return { ...NOTHING, error: toFailure(error) };
    }
  },
  async stream(ask, { leave = false } = {}) {
    let text = "";
    try {
      const stream = client.messages.stream(bodyOf(ask));
      for await (const event of stream) {
        if (event.type === "content_block_delta" && event.delta.type === "text_delta") text += event.delta.text;
        if (!leave || text === "") continue;
        stream.abort();
        return { ...NOTHING, text };
      }
      return fromMessage(await stream.finalMessage());
    } catch (error) {
      return { ...NOTHING, text, error: toFailure(error) };
    }
  },
});

/** Anthropic's package; streams are read with its own helper, which assembles the blocks and parses streamed inputs. */
export const ANTHROPIC: Client = {
  name: "Anthropic's Messages API",
  lacks: new Set(["developer", "finish_reason", "json_object", "logprobs", "n", "names"]),
  withEveryFamily: true,
  open: ({ baseUrl, key }) => createDriver(new Anthropic({ baseURL: baseUrl, apiKey: key, maxRetries: 0 })),
};
