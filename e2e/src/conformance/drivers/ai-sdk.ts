import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import {
  APICallError,
  type LanguageModelUsage,
  type ModelMessage,
  Output,
  type ToolChoice,
  type ToolSet,
  generateText,
  jsonSchema,
  streamText,
  tool,
} from "ai";
import { type Ask, isPlain, type Message } from "../ask";
import type { Client, Driver } from "../driver";
import { type Failure, NOTHING, type Outcome, type TokenUsage } from "../outcome";

const NAME = "cenote";
const NO_ARGUMENTS = { type: "object", properties: {} } as const;

const toMessages = (message: Message): ModelMessage[] => {
  switch (message.role) {
    case "answer":
      return message.outcome.message as ModelMessage[];
    case "tool":
      return [
        {
          role: "tool",
          content: [
            {
              type: "tool-result",
              toolCallId: message.call.id,
              toolName: message.call.name,
              output: { type: "text", value: message.content },
            },
          ],
        },
      ];
    case "user":
      return [
        {
          role: "user",
          content: isPlain(message)
            ? message.content
            : [
                { type: "text", text: message.content },
                ...(message.imageUrl === undefined
                  ? []
                  : [{ type: "image" as const, image: new URL(message.imageUrl) }]),
                ...(message.pdf === undefined
                  ? []
                  : [
                      {
                        type: "file" as const,
                        mediaType: "application/pdf",
                        data: message.pdf.data,
                        filename: message.pdf.name,
                      },
                    ]),
              ],
        },
      ];
    case "assistant":
      return [{ role: "assistant", content: message.content }];
    case "system":
    case "developer":
      return [{ role: "system", content: message.content }];
  }
};

const toTools = (tools: NonNullable<Ask["tools"]>): ToolSet =>
  Object.fromEntries(
    tools.map(({ name, description, parameters }) => [
      name,
      tool({ description, inputSchema: jsonSchema(parameters ?? NO_ARGUMENTS) }),
    ]),
  );

const toOptions = ({ messages, tools, toolChoice, format, stop, maxTokens, fields }: Ask) => ({
  messages: messages.flatMap(toMessages),
  allowSystemInMessages: true,
  maxRetries: 0,
  ...(tools === undefined ? {} : { tools: toTools(tools) }),
  ...(toolChoice === undefined
    ? {}
    : {
        toolChoice: (typeof toolChoice === "string"
          ? toolChoice
          : { type: "tool", toolName: toolChoice.name }) as ToolChoice<ToolSet>,
      }),
  ...(format === "json_object" ? { output: Output.json() } : {}),
  ...(stop === undefined ? {} : { stopSequences: [...stop] }),
  ...(maxTokens === undefined ? {} : { maxOutputTokens: maxTokens }),
  ...(fields === undefined ? {} : { providerOptions: { [NAME]: fields as Record<string, string> } }),
});

const toFailure = (error: unknown): Failure => {
  if (!APICallError.isInstance(error)) {
    // An error in the stream has the form the provider's package gave it.
    const body = error as { readonly message?: string; readonly code?: string };
    return {
      status: undefined,
      code: body.code,
      message: typeof error === "string" ? error : (body.message ?? JSON.stringify(error)),
      requestId: undefined,
    };
  }
  const { code, request_id: requestId } =
    (error.data as { readonly error?: { readonly code?: string; readonly request_id?: string } } | undefined)?.error ??
    {};
  return {
    status: error.statusCode,
    code,
    message: error.message,
    requestId: requestId ?? error.responseHeaders?.["x-request-id"],
  };
};

const usageOf = ({
  inputTokens = 0,
  outputTokens = 0,
  inputTokenDetails,
  outputTokenDetails,
}: LanguageModelUsage): TokenUsage => ({
  promptTokens: inputTokens,
  completionTokens: outputTokens,
  cachedTokens: inputTokenDetails.cacheReadTokens ?? 0,
  reasoningTokens: outputTokenDetails.reasoningTokens ?? 0,
});

interface Step {
  readonly reasoningText: string | undefined;
  readonly toolCalls: readonly { readonly toolCallId: string; readonly toolName: string; readonly input: unknown }[];
  readonly finishReason: string;
  readonly usage: LanguageModelUsage;
  readonly response: {
    readonly id: string;
    readonly modelId: string;
    readonly headers?: Readonly<Record<string, string>> | undefined;
  };
}

const toOutcome = (
  text: string,
  { reasoningText = "", toolCalls, finishReason, usage, response }: Step,
  responseMessages: readonly ModelMessage[],
): Outcome => ({
  ...NOTHING,
  text,
  reasoning: reasoningText,
  requestId: response.id,
  model: response.modelId,
  finishReason: finishReason.replaceAll("-", "_"),
  usage: usageOf(usage),
  toolCalls: toolCalls.map(({ toolCallId, toolName, input }) => ({ id: toolCallId, name: toolName, arguments: input })),
  droppedFields: response.headers?.["x-gateway-dropped-fields"],
  message: responseMessages,
});

const createDriver = (baseURL: string, apiKey: string): Driver => {
  const provider = createOpenAICompatible({ name: NAME, baseURL, apiKey });
  return {
    async complete(ask) {
      try {
        const { text, finalStep, responseMessages } = await generateText({
          model: provider(ask.model),
          ...toOptions(ask),
        });
        return toOutcome(text, finalStep, responseMessages);
      } catch (error) {
        return { ...NOTHING, error: toFailure(error) };
      }
    },
    async stream(ask, { leave = false } = {}) {
      const leaving = new AbortController();
      let text = "";
      try {
        const result = streamText({
          model: provider(ask.model),
          ...toOptions(ask),
          abortSignal: leaving.signal,
          onError: () => {},
        });
        for await (const part of result.stream) {
          if (part.type === "error") return { ...NOTHING, text, error: toFailure(part.error) };
          if (part.type !== "text-delta") continue;
          text += part.text;
          if (!leave) continue;
          leaving.abort();
          return { ...NOTHING, text };
        }
        return toOutcome(text, await result.finalStep, await result.responseMessages);
      } catch (error) {
        return { ...NOTHING, text, error: toFailure(error) };
      }
    },
  };
};

/**
 * The AI SDK with its package for OpenAI's protocol. It downloads images itself, and sends a schema only if
 * configured to.
 */
export const AI_SDK: Client = {
  name: "AI SDK",
  lacks: new Set([
    "developer",
    "image_urls",
    "json_schema",
    "logprobs",
    "names",
    "parallel_tool_calls",
    "reasoning_details",
    "refusal",
  ]),
  withEveryFamily: false,
  open: ({ baseUrl, key }) => createDriver(`${baseUrl}/v1`, key),
};
