import type {
  ChatMessage as ContractMessage,
  ChatRequest,
  ContentPart as ContractPart,
  ReasoningDetail as ContractReasoningDetail,
  ResponseFormat as ContractFormat,
  Tool as ContractTool,
  ToolChoice as ContractChoice,
} from "@cenote/contracts";
import { invalidField, type JsonBounds, passedBound } from "@cenote/core";
import {
  type ChatCall,
  type ChatMessage,
  type ChatRole,
  type ContentPart,
  readSchema,
  type ReasoningDetail,
  type ResponseFormat,
  isEmptyAnswer,
  type Tool,
  type ToolChoice,
} from "@cenote/providers";
import { checkSettings } from "./check-settings";
import { toCustomTool } from "./custom-tool";
import { readImageUrl } from "./image-url";
import { createPdfPageCounter } from "./pdf-pages";
import { toPdfPart } from "./pdf-part";

/** A schema with deeper nesting can't be sent on. */
const SCHEMA_BOUNDS: JsonBounds = { depth: 64, parts: Infinity, commas: Infinity };

const ROLES: ReadonlySet<string> = new Set<ChatRole>(["system", "user", "assistant", "tool"]);

/** The image details that the estimate of a hold knows. A finer detail would cost more than was held. */
const DETAILS: ReadonlySet<string> = new Set(["", "auto", "low", "high"]);

const parseSchema = (text: string, param: string): object => {
  let value: unknown;
  try {
    value = readSchema(text);
  } catch {
    throw invalidField(param, "not valid JSON.");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw invalidField(param, "must be a JSON object.");
  if (passedBound(text, SCHEMA_BOUNDS) !== undefined)
    throw invalidField(param, `nested more than ${SCHEMA_BOUNDS.depth} levels deep.`);
  return value;
};

const UPPER_SCHEME = /^[a-z]*[A-Z][A-Za-z]*:/;

/** Schemes are case-insensitive. All later code compares them in lower case. */
const withLowerScheme = (url: string): string => url.replace(UPPER_SCHEME, (scheme) => scheme.toLowerCase());

type PageCounter = ReturnType<typeof createPdfPageCounter>;

const toPart = (part: ContractPart, param: string, countPages: PageCounter): ContentPart => {
  switch (part.part?.$case) {
    case "text":
      return { type: "text", text: part.part.value };
    case "image": {
      const { detail } = part.part.value;
      if (!DETAILS.has(detail)) throw invalidField(`${param}.image_url.detail`, "must be auto, low or high.");
      const url = readImageUrl(withLowerScheme(part.part.value.url), param);
      return detail === "" ? { type: "image", url } : { type: "image", url, detail };
    }
    case "file":
      return toPdfPart(part.part.value, param, countPages);
    case undefined:
      throw invalidField(param, "neither text, image nor file.");
  }
};

/** Content that is only text, as in nearly every message, stays a string. */
const toContent = (parts: readonly ContractPart[], param: string, countPages: PageCounter): string | ContentPart[] => {
  if (parts.length === 0) return "";
  const [only] = parts;
  if (parts.length === 1 && only?.part?.$case === "text") return only.part.value;
  return parts.map((part, index) => toPart(part, `${param}[${index}]`, countPages));
};

const toReasoningDetail = ({
  family,
  text,
  signature,
  encrypted,
  toolCallId,
  madeBy,
}: ContractReasoningDetail): ReasoningDetail => ({
  family,
  ...(text === "" ? {} : { text }),
  ...(signature === "" ? {} : { signature }),
  ...(encrypted === "" ? {} : { encrypted }),
  ...(toolCallId === "" ? {} : { toolCallId }),
  ...(madeBy === "" ? {} : { madeBy }),
});

const toMessage = (message: ContractMessage, index: number, countPages: PageCounter): ChatMessage => {
  const param = `messages[${index}]`;
  if (!ROLES.has(message.role)) throw invalidField(`${param}.role`, "must be one of system, user, assistant, tool.");
  return {
    role: message.role as ChatRole,
    content: toContent(message.content, `${param}.content`, countPages),
    ...(message.name === "" ? {} : { name: message.name }),
    ...(message.toolCalls.length === 0 ? {} : { toolCalls: message.toolCalls }),
    ...(message.toolCallId === "" ? {} : { toolCallId: message.toolCallId }),
    ...(message.reasoning === "" ? {} : { reasoning: message.reasoning }),
    ...(message.reasoningDetails.length === 0
      ? {}
      : { reasoningDetails: message.reasoningDetails.map(toReasoningDetail) }),
    ...(message.refusal === "" ? {} : { refusal: message.refusal }),
  };
};

const toTool = (tool: ContractTool, index: number): Tool =>
  tool.custom === undefined ? toFunction(tool, index) : toCustomTool(tool, tool.custom, index);

const toFunction = (tool: ContractTool, index: number): Tool => ({
  name: tool.name,
  ...(tool.description === "" ? {} : { description: tool.description }),
  ...(tool.parametersJson === ""
    ? {}
    : { parameters: parseSchema(tool.parametersJson, `tools[${index}].function.parameters`) }),
  ...(tool.strict === undefined ? {} : { strict: tool.strict }),
});

const toToolChoice = (choice: ContractChoice, tools: readonly ContractTool[]): ToolChoice => {
  switch (choice.mode) {
    case "none":
    case "auto":
    case "required":
      return { mode: choice.mode };
    case "function":
      if (!tools.some(({ name }) => name === choice.name))
        throw invalidField("tool_choice", "names a function that is not one of `tools`.");
      return { mode: "function", name: choice.name };
    default:
      throw invalidField("tool_choice", "must be none, auto, required, or name a function.");
  }
};

const toResponseFormat = (format: ContractFormat): ResponseFormat => {
  switch (format.type) {
    case "text":
    case "json_object":
      return { type: format.type };
    case "json_schema":
      return {
        type: "json_schema",
        name: format.name,
        schema: parseSchema(format.schemaJson, "response_format.json_schema.schema"),
        ...(format.description === "" ? {} : { description: format.description }),
        ...(format.strict === undefined ? {} : { strict: format.strict }),
      };
    default:
      throw invalidField("response_format", "type must be text, json_object or json_schema.");
  }
};

/** Converts the request to the providers' type. Pure. Errors: invalid_request_error that names the field. */
export const toChatCall = (request: ChatRequest): ChatCall => {
  if (request.messages.length === 0) throw invalidField("messages", "at least one is needed.");
  const countPages = createPdfPageCounter();
  const messages = request.messages.map((message, index) => toMessage(message, index, countPages));
  if (messages.every(isEmptyAnswer)) throw invalidField("messages", "none of them says anything.");
  const call: { -readonly [Key in keyof ChatCall]: ChatCall[Key] } = { messages };
  if (request.temperature !== undefined) call.temperature = request.temperature;
  if (request.topP !== undefined) call.topP = request.topP;
  if (request.maxTokens !== undefined) call.maxTokens = request.maxTokens;
  if (request.stop.length > 0) call.stop = request.stop;
  if (request.responseFormat !== undefined) call.responseFormat = toResponseFormat(request.responseFormat);
  if (request.tools.length > 0) call.tools = request.tools.map(toTool);
  if (request.toolChoice !== undefined) call.toolChoice = toToolChoice(request.toolChoice, request.tools);
  if (request.parallelToolCalls !== undefined) call.parallelToolCalls = request.parallelToolCalls;
  if (request.seed !== undefined) call.seed = Number(request.seed);
  if (request.presencePenalty !== undefined) call.presencePenalty = request.presencePenalty;
  if (request.frequencyPenalty !== undefined) call.frequencyPenalty = request.frequencyPenalty;
  if (request.reasoningEffort !== undefined) call.reasoningEffort = request.reasoningEffort;
  if (request.verbosity !== undefined) call.verbosity = request.verbosity;
  if (request.reasoningSummary === true) call.reasoningSummary = true;
  if (request.logprobs !== undefined) call.logprobs = request.logprobs;
  if (request.topLogprobs !== undefined) call.topLogprobs = request.topLogprobs;
  if (Object.keys(request.logitBias).length > 0) call.logitBias = request.logitBias;
  if (request.user !== undefined) call.user = request.user;
  checkSettings(call);
  return call;
};
