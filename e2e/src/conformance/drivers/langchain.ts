import {
  AIMessage,
  type AIMessageChunk,
  type BaseMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
} from "@langchain/core/messages";
import { ChatOpenAI } from "@langchain/openai";
import { type Ask, type Message, toContent, toToolBody } from "../ask";
import type { Client, Driver } from "../driver";
import { NOTHING, type Outcome } from "../outcome";
import { toFailure } from "./openai-node";

const toMessage = (message: Message): BaseMessage => {
  switch (message.role) {
    case "answer":
      return message.outcome.message as AIMessage;
    case "tool":
      return new ToolMessage({ tool_call_id: message.call.id, content: message.content });
    case "user":
      return new HumanMessage({ content: toContent(message) });
    case "assistant":
      return new AIMessage(message.content);
    case "system":
    case "developer":
      return new SystemMessage(message.content);
  }
};

interface Metadata {
  readonly model_name?: string;
  readonly finish_reason?: string;
}

const toOutcome = (message: AIMessage | AIMessageChunk): Outcome => {
  const { finish_reason: finishReason, model_name: model = "" } = message.response_metadata as Metadata;
  const usage = message.usage_metadata;
  return {
    ...NOTHING,
    model,
    finishReason,
    message,
    requestId: message.id ?? "",
    text: message.text,
    reasoning: (message.additional_kwargs.reasoning_content as string | undefined) ?? "",
    toolCalls: (message.tool_calls ?? []).map(({ id = "", name, args }) => ({ id, name, arguments: args })),
    usage:
      usage === undefined
        ? undefined
        : {
            promptTokens: usage.input_tokens,
            completionTokens: usage.output_tokens,
            cachedTokens: usage.input_token_details?.cache_read ?? 0,
            reasoningTokens: usage.output_token_details?.reasoning ?? 0,
          },
  };
};

const createDriver = (baseURL: string, apiKey: string): Driver => {
  const modelFor = ({ model, maxTokens, fields }: Ask) =>
    new ChatOpenAI({
      model,
      apiKey,
      configuration: { baseURL },
      maxRetries: 0,
      ...(maxTokens === undefined ? {} : { maxTokens }),
      modelKwargs: { ...fields },
    });
  const toOptions = ({ tools, toolChoice, parallelToolCalls, format, stop }: Ask) => ({
    ...(tools === undefined ? {} : { tools: tools.map(toToolBody) }),
    ...(toolChoice === undefined
      ? {}
      : {
          tool_choice:
            typeof toolChoice === "string"
              ? toolChoice
              : { type: "function" as const, function: { name: toolChoice.name } },
        }),
    ...(parallelToolCalls === undefined ? {} : { parallel_tool_calls: parallelToolCalls }),
    ...(format === undefined
      ? {}
      : {
          response_format:
            format === "json_object"
              ? { type: format }
              : { type: "json_schema" as const, json_schema: { ...format, strict: true } },
        }),
    ...(stop === undefined ? {} : { stop: [...stop] }),
  });
  return {
    async complete(ask) {
      try {
        return toOutcome(await modelFor(ask).invoke(ask.messages.map(toMessage), toOptions(ask)));
      } catch (error) {
        return { ...NOTHING, error: toFailure(error) };
      }
    },
    async stream(ask, { leave = false } = {}) {
      let whole: AIMessageChunk | undefined;
      const leaving = new AbortController();
      try {
        for await (const chunk of await modelFor(ask).stream(ask.messages.map(toMessage), {
          ...toOptions(ask),
          signal: leaving.signal,
        })) {
          whole = whole === undefined ? chunk : whole.concat(chunk);
          if (!leave || whole.text === "") continue;
          leaving.abort();
          return { ...NOTHING, text: whole.text };
        }
        return whole === undefined ? NOTHING : toOutcome(whole);
      } catch (error) {
        return { ...NOTHING, text: whole?.text ?? "", error: toFailure(error) };
      }
    },
  };
};

/** LangChain's model for OpenAI. */
export const LANGCHAIN: Client = {
  name: "LangChain",
  lacks: new Set(["developer", "logprobs", "names", "reasoning_details", "refusal"]),
  withEveryFamily: false,
  open: ({ baseUrl, key }) => createDriver(`${baseUrl}/v1`, key),
};
