import OpenAI from "openai";
import type {
  Response,
  ResponseCreateParamsNonStreaming,
  ResponseInputItem,
} from "openai/resources/responses/responses";
import { type Ask, dataUrlOf, isPlain, type Message, toFormat } from "../ask";
import type { Client, Driver } from "../driver";
import { NOTHING, type Outcome } from "../outcome";
import { toFailure } from "./openai-node";

type Body = ResponseCreateParamsNonStreaming;

const toItems = (message: Message): readonly unknown[] => {
  switch (message.role) {
    case "answer":
      return message.outcome.message as readonly unknown[];
    case "tool":
      return [{ type: "function_call_output", call_id: message.call.id, output: message.content }];
    case "user":
      return [
        {
          role: "user",
          content: isPlain(message)
            ? message.content
            : [
                { type: "input_text", text: message.content },
                ...(message.imageUrl === undefined
                  ? []
                  : [{ type: "input_image", image_url: message.imageUrl, detail: "auto" }]),
                ...(message.pdf === undefined
                  ? []
                  : [{ type: "input_file", filename: message.pdf.name, file_data: dataUrlOf(message.pdf) }]),
              ],
        },
      ];
    case "system":
    case "developer":
    case "assistant":
      return [message];
  }
};

/** Fields of a chat completion that have another name in this API. */
const renamed = ({
  reasoning_effort: effort,
  logprobs,
  ...rest
}: Readonly<Record<string, unknown>>): Record<string, unknown> => ({
  ...rest,
  ...(effort === undefined ? {} : { reasoning: { effort } }),
  ...(logprobs === true ? { include: ["message.output_text.logprobs"] } : {}),
});

const toFlatFormat = (format: NonNullable<Ask["format"]>): object => {
  const { type, json_schema: schema } = toFormat(format);
  return { type, ...schema };
};

const bodyOf = ({ model, messages, tools, toolChoice, parallelToolCalls, format, maxTokens, fields }: Ask): Body =>
  ({
    model,
    input: messages.flatMap(toItems) as ResponseInputItem[],
    store: false,
    ...(tools === undefined
      ? {}
      : {
          tools: tools.map(({ name, description, parameters }) => ({
            type: "function",
            name,
            description,
            parameters: parameters ?? null,
            strict: null,
          })),
        }),
    ...(toolChoice === undefined
      ? {}
      : { tool_choice: typeof toolChoice === "string" ? toolChoice : { type: "function", name: toolChoice.name } }),
    ...(parallelToolCalls === undefined ? {} : { parallel_tool_calls: parallelToolCalls }),
    ...(format === undefined ? {} : { text: { format: toFlatFormat(format) } }),
    ...(maxTokens === undefined ? {} : { max_output_tokens: maxTokens }),
    ...renamed(fields ?? {}),
  }) as Body;

const FINISH: Readonly<Record<string, string>> = { max_output_tokens: "length", content_filter: "content_filter" };

const finishOf = ({ incomplete_details: details, output }: Response): string | undefined =>
  FINISH[details?.reason ?? ""] ?? (output.some(({ type }) => type === "function_call") ? "tool_calls" : "stop");

const fromResponse = (response: Response, droppedFields?: string): Outcome => {
  const { output, usage } = response;
  const parts = output.flatMap((item) => (item.type === "message" ? item.content : []));
  return {
    ...NOTHING,
    droppedFields,
    message: output,
    requestId: response.id.replace(/^resp_/, "req_"),
    model: response.model,
    finishReason: finishOf(response),
    text: response.output_text,
    reasoning: output
      .flatMap((item) => (item.type === "reasoning" ? item.summary.map(({ text }) => text) : []))
      .join(""),
    refusal: parts.flatMap((part) => (part.type === "refusal" ? [part.refusal] : [])).join(""),
    toolCalls: output.flatMap((item) =>
      item.type === "function_call"
        ? [{ id: item.call_id, name: item.name, arguments: JSON.parse(item.arguments) as unknown }]
        : [],
    ),
    usage:
      usage === undefined
        ? undefined
        : {
            promptTokens: usage.input_tokens,
            completionTokens: usage.output_tokens,
            cachedTokens: usage.input_tokens_details.cached_tokens,
            reasoningTokens: usage.output_tokens_details.reasoning_tokens,
          },
    hasLogprobs: parts.some((part) => part.type === "output_text" && (part.logprobs?.length ?? 0) > 0),
  };
};

const createDriver = (client: OpenAI): Driver => ({
  async complete(ask) {
    try {
      const { data, response } = await client.responses.create(bodyOf(ask)).withResponse();
      return fromResponse(data, response.headers.get("x-gateway-dropped-fields") ?? undefined);
    } catch (error) {
      return { ...NOTHING, error: toFailure(error) };
    }
  },
  async stream(ask, { leave = false } = {}) {
    let text = "";
    try {
      const stream = client.responses.stream({ ...bodyOf(ask), stream: true });
      for await (const event of stream) {
        if (event.type === "response.output_text.delta") text += event.delta;
        if (!leave || text === "") continue;
        stream.abort();
        return { ...NOTHING, text };
      }
      return fromResponse(await stream.finalResponse());
    } catch (error) {
      return { ...NOTHING, text, error: toFailure(error) };
    }
  },
});

/** The Responses API of OpenAI's package; streams are read with its own helper, which validates what it assembles. */
export const OPENAI_RESPONSES: Client = {
  name: "openai's Responses API",
  lacks: new Set(["finish_reason", "n", "names", "stop"]),
  withEveryFamily: true,
  open: ({ baseUrl, key }) => createDriver(new OpenAI({ baseURL: `${baseUrl}/v1`, apiKey: key, maxRetries: 0 })),
};
