import { randomBytes } from "node:crypto";
import type { ChatMessage, ChatRequest, ChatUsage } from "@cenote/contracts";
import { CenoteError, ERROR_TABLE } from "@cenote/core";
import { callContext, openInference } from "../../harness/grpc";
import { balanceOf } from "../../harness/ledger";
import type { System } from "../../harness/system";
import { type Ask, dataUrlOf, type Message } from "../ask";
import type { Client, Driver } from "../driver";
import { type Failure, NOTHING, type Outcome, type TokenUsage, type ToolCall } from "../outcome";

const EMPTY: ChatMessage = {
  role: "",
  content: [],
  name: "",
  toolCalls: [],
  toolCallId: "",
  reasoning: "",
  reasoningDetails: [],
  refusal: "",
};

const said = (role: string, content: string): ChatMessage => ({
  ...EMPTY,
  role,
  content: [{ part: { $case: "text", value: content } }],
});

const toMessage = (message: Message): ChatMessage => {
  switch (message.role) {
    case "answer":
      return message.outcome.message as ChatMessage;
    case "tool":
      return { ...said("tool", message.content), toolCallId: message.call.id };
    case "user": {
      const { content, imageUrl, pdf, name = "" } = message;
      const words = { ...said("user", content), name };
      if (imageUrl !== undefined)
        words.content.push({ part: { $case: "image", value: { url: imageUrl, detail: "" } } });
      if (pdf !== undefined)
        words.content.push({ part: { $case: "file", value: { url: dataUrlOf(pdf), name: pdf.name } } });
      return words;
    }
    case "system":
    case "developer":
    case "assistant":
      return said(message.role === "developer" ? "system" : message.role, message.content);
  }
};

const NO_NAMES = { name: "", description: "", schemaJson: "" };

const toFormat = (format: NonNullable<Ask["format"]>): ChatRequest["responseFormat"] =>
  format === "json_object"
    ? { ...NO_NAMES, type: format }
    : {
        type: "json_schema",
        name: format.name,
        description: "",
        schemaJson: JSON.stringify(format.schema),
        strict: true,
      };

/** The REST fields that these calls use. */
const toFields = (fields: NonNullable<Ask["fields"]>): Partial<ChatRequest> => ({
  ...(fields.seed === undefined ? {} : { seed: BigInt(fields.seed as number) }),
  temperature: fields.temperature as number | undefined,
  topP: fields.top_p as number | undefined,
  presencePenalty: fields.presence_penalty as number | undefined,
  frequencyPenalty: fields.frequency_penalty as number | undefined,
  reasoningEffort: fields.reasoning_effort as string | undefined,
  logprobs: fields.logprobs as boolean | undefined,
  logitBias: (fields.logit_bias ?? {}) as Record<string, number>,
  fallbackModels: (fields.models ?? []) as string[],
});

const toRequest = ({
  model,
  messages,
  tools = [],
  toolChoice,
  parallelToolCalls,
  format,
  stop = [],
  maxTokens,
  fields = {},
}: Ask): ChatRequest => ({
  model,
  messages: messages.map(toMessage),
  stop: [...stop],
  maxTokens,
  parallelToolCalls,
  continueOnCut: false,
  logitBias: {},
  fallbackModels: [],
  tools: tools.map(({ name, description, parameters }) => ({
    name,
    description,
    parametersJson: parameters === undefined ? "" : JSON.stringify(parameters),
  })),
  toolChoice:
    toolChoice === undefined
      ? undefined
      : typeof toolChoice === "string"
        ? { mode: toolChoice, name: "" }
        : { mode: "function", name: toolChoice.name },
  responseFormat: format === undefined ? undefined : toFormat(format),
  ...toFields(fields),
});

const usageOf = (usage: ChatUsage | undefined): TokenUsage | undefined =>
  usage === undefined
    ? undefined
    : {
        promptTokens: usage.promptTokens,
        completionTokens: usage.completionTokens,
        cachedTokens: usage.cachedTokens,
        reasoningTokens: usage.reasoningTokens,
      };

const toFailure = (error: unknown, requestId: string): Failure => {
  if (!(error instanceof CenoteError)) throw error;
  return { status: ERROR_TABLE[error.code].http, code: error.code, message: error.message, requestId };
};

const callsOf = ({ toolCalls }: ChatMessage): ToolCall[] =>
  toolCalls.map(({ id, name, arguments: json }) => ({ id, name, arguments: JSON.parse(json) as unknown }));

const textOf = ({ content }: ChatMessage): string =>
  content.map(({ part }) => (part?.$case === "text" ? part.value : "")).join("");

const createDriver = async (system: System): Promise<Driver> => {
  const connection = openInference(system);
  const { client } = connection;
  const { org } = await balanceOf(system, "demo");
  const contextOf = (requestId: string) => callContext(org, { requestId });
  const newId = () => `req_${randomBytes(12).toString("hex")}`;

  return {
    async complete(ask) {
      const requestId = newId();
      try {
        const { message = EMPTY, ...answer } = await client.createChatCompletion({
          context: contextOf(requestId),
          chat: toRequest(ask),
        });
        return {
          ...NOTHING,
          requestId,
          message,
          model: answer.model,
          text: textOf(message),
          reasoning: message.reasoning,
          refusal: message.refusal,
          toolCalls: callsOf(message),
          finishReason: answer.finishReason,
          usage: usageOf(answer.usage),
          hasLogprobs: answer.logprobsJson !== "",
          droppedFields: answer.info?.droppedFields.join(", "),
        };
      } catch (error) {
        return { ...NOTHING, error: toFailure(error, requestId) };
      }
    },
    async stream(ask, { leave = false } = {}) {
      const requestId = newId();
      const message: ChatMessage = { ...EMPTY, role: "assistant", content: [], toolCalls: [], reasoningDetails: [] };
      const outcome: { -readonly [Field in keyof Outcome]: Outcome[Field] } = { ...NOTHING, requestId };
      let text = "";
      const leaving = new AbortController();
      try {
        for await (const { events } of client.streamChatCompletion(
          { context: contextOf(requestId), chat: toRequest(ask) },
          leaving.signal,
        )) {
          for (const { event } of events) {
            switch (event?.$case) {
              case "started":
                outcome.model = event.value.model;
                break;
              case "text":
                text += event.value;
                break;
              case "reasoning":
                message.reasoning += event.value;
                break;
              case "refusal":
                message.refusal += event.value;
                break;
              case "reasoningDetail":
                message.reasoningDetails.push(event.value);
                break;
              case "toolCall": {
                const { index, id, name, arguments: json } = event.value;
                const call = (message.toolCalls[index] ??= { id: "", name: "", arguments: "" });
                message.toolCalls[index] = {
                  id: call.id + id,
                  name: call.name + name,
                  arguments: call.arguments + json,
                };
                break;
              }
              case "logprobsJson":
                outcome.hasLogprobs = true;
                break;
              case "finished":
                outcome.finishReason = event.value.finishReason;
                outcome.usage = usageOf(event.value.usage);
                break;
              case undefined:
            }
          }
          if (!leave || text === "") continue;
          leaving.abort();
          return { ...outcome, text };
        }
      } catch (error) {
        return { ...outcome, text, error: toFailure(error, requestId) };
      }
      if (text !== "") message.content.push({ part: { $case: "text", value: text } });
      return {
        ...outcome,
        text,
        reasoning: message.reasoning,
        refusal: message.refusal,
        toolCalls: callsOf(message),
        message,
      };
    },
    async close() {
      connection.close();
      await Promise.resolve();
    },
  };
};

/** Another team's service, over gRPC and on behalf of the organization `demo`. */
export const GRPC: Client = { name: "gRPC", lacks: new Set(["n"]), withEveryFamily: false, open: createDriver };
