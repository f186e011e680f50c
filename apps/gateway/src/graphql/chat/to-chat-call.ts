import type { ChatRequest } from "@cenote/contracts";
import { invalidField } from "@cenote/core";
import { chatBody } from "../../bodies/chat/body";
import { toChatRequest } from "../../bodies/chat/to-request";
import { createValueCheck } from "../../schema/check-value";
import { isGiven } from "../../schema/is-given";
import { type ChatInput, type ChatMessageInput, type ContentPartInput, ToolChoiceMode } from "./chat.input";

const checkBody = createValueCheck(chatBody);

const toPart = ({ text, imageUrl, detail, file }: ContentPartInput, path: string): object => {
  const given = [text, imageUrl, file].filter(isGiven);
  if (given.length !== 1) throw invalidField(path, "one of text, imageUrl or file.");
  if (typeof text === "string") return { type: "text", text };
  if (typeof imageUrl === "string") return { type: "image_url", image_url: { url: imageUrl, detail } };
  return { type: "file", file: { filename: file?.filename, file_data: file?.fileData } };
};

const toMessage = (message: ChatMessageInput, index: number): object => {
  const { parts, content } = message;
  const path = `messages[${index}]`;
  if (parts !== null && parts !== undefined && typeof content === "string")
    throw invalidField(`${path}.parts`, "not together with content.");
  if (parts?.length === 0) throw invalidField(`${path}.parts`, "must have at least one part.");
  return {
    role: message.role,
    content: parts?.map((part, place) => toPart(part, `${path}.parts[${place}]`)) ?? content ?? undefined,
    name: message.name,
    tool_calls: message.toolCalls?.map(({ id, name, arguments: text }) => ({
      id,
      type: "function",
      function: { name, arguments: text },
    })),
    tool_call_id: message.toolCallId ?? undefined,
    refusal: message.refusal,
    reasoning_content: message.reasoning,
    reasoning_details: message.reasoningDetails,
  };
};

const toResponseFormat = (format: ChatInput["responseFormat"]): object | undefined => {
  if (format === null || format === undefined) return undefined;
  const { type, name, description, schema, strict } = format;
  return type === "json_schema"
    ? { type, json_schema: { name: name ?? undefined, description, schema, strict } }
    : { type };
};

const toNamedTool = (name: string): object => ({ type: "function", function: { name } });

const toToolChoice = (choice: ChatInput["toolChoice"]): object | string | undefined => {
  if (choice === null || choice === undefined) return undefined;
  const { mode, name, allowedTools } = choice;
  if (allowedTools === null || allowedTools === undefined)
    return mode === ToolChoiceMode.FUNCTION ? toNamedTool(name ?? "") : mode;
  if (mode !== ToolChoiceMode.AUTO && mode !== ToolChoiceMode.REQUIRED)
    throw invalidField("toolChoice.allowedTools", "only with AUTO or REQUIRED.");
  return { type: "allowed_tools", allowed_tools: { mode, tools: allowedTools.map(toNamedTool) } };
};

const toBody = (input: ChatInput): object => ({
  model: input.model,
  messages: input.messages.map(toMessage),
  temperature: input.temperature,
  top_p: input.topP,
  max_tokens: input.maxTokens,
  stop: input.stop,
  response_format: toResponseFormat(input.responseFormat),
  tools: input.tools?.map(({ name, description, parameters, strict }) => ({
    type: "function",
    function: { name, description, parameters, strict },
  })),
  tool_choice: toToolChoice(input.toolChoice),
  parallel_tool_calls: input.parallelToolCalls,
  seed: input.seed,
  presence_penalty: input.presencePenalty,
  frequency_penalty: input.frequencyPenalty,
  reasoning_effort: input.reasoningEffort,
  verbosity: input.verbosity,
  logprobs: input.logprobs,
  top_logprobs: input.topLogprobs,
  logit_bias: input.logitBias,
  user: input.user,
  zdr: input.zdr,
  models: input.models,
  continue_on_cut: input.continueOnCut,
});

export interface ChatCallInput {
  readonly chat: ChatRequest;
  readonly zdr: boolean;
  /** The model and its fallbacks. */
  readonly models: readonly string[];
}

/**
 * The input as a request to inference, after the same checks as REST. Pure. Errors: invalid_request_error, names the
 * field.
 */
export const toChatCall = (input: ChatInput): ChatCallInput => {
  const body = checkBody(toBody(input));
  const chat = toChatRequest(body);
  return { chat, zdr: input.zdr === true, models: [chat.model, ...chat.fallbackModels] };
};
