import type {
  ChatMessage,
  ChatRequest,
  ContentPart,
  ResponseFormat,
  Tool,
  ToolCall,
  ToolChoice,
} from "@cenote/contracts";
import { invalidField } from "@cenote/core";
import { chosenTools, refuseChoiceOfNone } from "../chosen-tools";
import { messageOf, textPart } from "../chat-message";
import type {
  ChatBody,
  ChatBodyMessage,
  ChatBodyResponseFormat,
  FilePart,
  ImagePart,
  RefusalPart,
  TextPart,
} from "./body";
import { toReasoningDetails } from "./reasoning-details";
import { wantedEffort } from "./wanted-effort";

type BodyTool = NonNullable<ChatBody["tools"]>[number];
type BodyToolCall = { readonly id: string; readonly function: { readonly name: string; readonly arguments: string } };
type BodyContent = string | readonly (TextPart | ImagePart | FilePart | RefusalPart)[] | null | undefined;

const toParts = (content: BodyContent): ContentPart[] => {
  if (typeof content === "string") return [textPart(content)];
  return (content ?? []).flatMap((part): ContentPart[] => {
    switch (part.type) {
      case "text":
        return [textPart(part.text)];
      case "image_url": {
        const { url, detail } = part.image_url;
        return [{ part: { $case: "image", value: { url, detail: detail === "original" ? "high" : (detail ?? "") } } }];
      }
      case "file": {
        const { file_data: url, filename } = part.file;
        return [{ part: { $case: "file", value: { url, name: filename ?? "" } } }];
      }
      case "refusal":
        return [];
    }
  });
};

const refusalIn = (content: BodyContent): string =>
  Array.isArray(content) ? content.flatMap((part) => (part.type === "refusal" ? [part.refusal] : [])).join("") : "";

const toToolCall = (call: BodyToolCall): ToolCall => ({
  id: call.id,
  name: call.function.name,
  arguments: call.function.arguments,
});

const toMessage = (message: ChatBodyMessage, index: number): ChatMessage => {
  const { role } = message;
  const to = messageOf(role === "developer" ? "system" : role, toParts(message.content));
  if (message.role === "tool") {
    to.toolCallId = message.tool_call_id;
    return to;
  }
  to.name = message.name ?? "";
  if (message.role !== "assistant") return to;
  to.toolCalls = (message.tool_calls ?? []).map(toToolCall);
  to.refusal = message.refusal ?? refusalIn(message.content);
  if (to.content.length === 0 && to.toolCalls.length === 0 && to.refusal === "") {
    throw invalidField(`messages[${index}].content`, "required if there are no tool_calls.");
  }
  to.reasoning = message.reasoning_content ?? "";
  to.reasoningDetails = (message.reasoning_details ?? []).flatMap(toReasoningDetails);
  return to;
};

const toTool = ({ function: { name, description, parameters, strict } }: BodyTool): Tool => ({
  name,
  description: description ?? "",
  parametersJson: parameters === null || parameters === undefined ? "" : JSON.stringify(parameters),
  strict: strict ?? undefined,
});

const toToolChoice = (choice: ChatBody["tool_choice"]): ToolChoice | undefined => {
  if (choice === null || choice === undefined) return undefined;
  if (typeof choice === "string") return { mode: choice, name: "" };
  return choice.type === "function"
    ? { mode: "function", name: choice.function.name }
    : { mode: choice.allowed_tools.mode, name: "" };
};

const allowedNames = (choice: ChatBody["tool_choice"]): readonly string[] | undefined =>
  typeof choice === "object" && choice?.type === "allowed_tools"
    ? choice.allowed_tools.tools.map((tool) => tool.function.name)
    : undefined;

/** A schema needs a name. Callers who put a schema beside `json_object` give it none. */
const UNNAMED_SCHEMA = "answer";

const toResponseFormat = (format: ChatBodyResponseFormat | null | undefined): ResponseFormat | undefined => {
  if (format === null || format === undefined) return undefined;
  if (format.type === "json_object" && format.schema !== undefined && format.schema !== null)
    return { type: "json_schema", name: UNNAMED_SCHEMA, description: "", schemaJson: JSON.stringify(format.schema) };
  if (format.type !== "json_schema") return { type: format.type, name: "", description: "", schemaJson: "" };
  const { name, description, schema, strict } = format.json_schema;
  if (schema === null || schema === undefined) throw invalidField("response_format.json_schema.schema", "required.");
  return {
    type: format.type,
    name,
    description: description ?? "",
    schemaJson: JSON.stringify(schema),
    strict: strict ?? undefined,
  };
};

const toStop = (stop: ChatBody["stop"]): string[] => {
  if (stop === null || stop === undefined) return [];
  return typeof stop === "string" ? [stop] : stop;
};

/** Checks across fields, which the schema can't express. OpenAI refuses these as well. */
const refuseContradictions = (body: ChatBody): void => {
  refuseChoiceOfNone(body.tools, body.tool_choice);
  if ((body.top_logprobs ?? 0) > 0 && body.logprobs !== true) {
    throw invalidField("top_logprobs", "needs logprobs to be true.");
  }
  if (body.resumable === true && body.stream !== true) throw invalidField("resumable", "needs stream to be true.");
};

/** The body as a request to inference. Pure. Errors: invalid_request_error that names the field. */
export const toChatRequest = (body: ChatBody): ChatRequest => {
  refuseContradictions(body);
  return {
    model: body.model,
    messages: body.messages.map(toMessage),
    temperature: body.temperature ?? undefined,
    topP: body.top_p ?? undefined,
    maxTokens: body.max_completion_tokens ?? body.max_tokens ?? undefined,
    stop: toStop(body.stop),
    responseFormat: toResponseFormat(body.response_format),
    tools: chosenTools(
      (body.tools ?? []).map(toTool),
      allowedNames(body.tool_choice),
      (place) => `tool_choice.allowed_tools.tools[${place}].function.name`,
    ),
    toolChoice: toToolChoice(body.tool_choice),
    parallelToolCalls: body.parallel_tool_calls ?? undefined,
    seed: typeof body.seed === "number" ? BigInt(body.seed) : undefined,
    presencePenalty: body.presence_penalty ?? undefined,
    frequencyPenalty: body.frequency_penalty ?? undefined,
    reasoningEffort: wantedEffort(body).effort,
    verbosity: body.verbosity ?? undefined,
    logprobs: body.logprobs ?? undefined,
    topLogprobs: body.logprobs === true ? (body.top_logprobs ?? undefined) : undefined,
    logitBias: body.logit_bias ?? {},
    user: body.user ?? undefined,
    fallbackModels: body.models ?? [],
    continueOnCut: body.continue_on_cut === true,
  };
};
