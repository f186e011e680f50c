import type { Directive } from "../behaviour/behaviour";
import { readDirectives } from "../behaviour/directives";
import type { Prompt } from "../pseudo-model/generate";
import { countTokens } from "../pseudo-model/tokens";
import { reasons, type Dialect } from "./dialect";
import type { ChatMessage, ChatRequest, ContentPart } from "./wire-types";

const TOKENS_PER_MESSAGE = 3;
const TOKENS_BEFORE_ANSWER = 3;
const LOW_DETAIL_IMAGE_TOKENS = 85;
/** For a 1024 x 1024 image; the size of one behind a URL is not looked up. */
const IMAGE_TOKENS = 765;
/** For one page, as text and picture; the pages of a file are not counted. */
const FILE_TOKENS = 1_200;
const OTHER_PART_TOKENS = 100;

export interface DirectedPrompt {
  readonly prompt: Prompt;
  readonly directives: readonly Directive[];
}

/** Directives are read from the last user message; their text costs no tokens. Throws SettingError. */
export const toPrompt = (request: ChatRequest, dialect: Dialect): DirectedPrompt => {
  const { messages } = request;
  const lastUser = messages.findLastIndex((message) => message.role === "user");
  const { text: asked, directives } = readDirectives(textOf(messages[lastUser]?.content));
  const last = messages.at(-1);
  const prompt: Prompt = {
    asked,
    prefix: last?.role === "assistant" && dialect.prefix !== "never" ? textOf(last.content) : "",
    promptTokens: promptTokens(request, directives.length > 0 ? lastUser : -1, asked),
    maxTokens: request.max_completion_tokens ?? request.max_tokens ?? undefined,
    stop:
      typeof request.stop === "string" ? [request.stop] : (request.stop ?? []).filter((sequence) => sequence !== ""),
    tools: (request.tools ?? []).map((tool) => ({
      name: tool.function.name,
      parameters: tool.function.parameters ?? {},
    })),
    toolChoice: toolChoice(request),
    parallelTools: request.parallel_tool_calls ?? true,
    afterTool: last?.role === "tool",
    calledTools: messages
      .slice(lastUser + 1)
      .flatMap(({ tool_calls: calls }) => (calls ?? []).map((call) => call.function.name)),
    schema: schemaOf(request),
    reasons: reasons(request.model, request.reasoning_effort),
  };
  return { prompt, directives };
};

const toolChoice = ({ tool_choice: choice }: ChatRequest): Prompt["toolChoice"] => {
  if (choice === undefined || choice === null) return "auto";
  if (typeof choice === "object") return { name: choice.function.name };
  return choice === "any" ? "required" : choice;
};

/** In JSON mode the model follows a schema at the end of its first message. */
const schemaInWords = ([first]: ChatRequest["messages"]): Prompt["schema"] => {
  const [, schema] = /JSON Schema, ".*":\n(\{.*\})$/.exec(textOf(first?.content)) ?? [];
  return schema === undefined ? undefined : (JSON.parse(schema) as Prompt["schema"]);
};

const schemaOf = ({ response_format: format, messages }: ChatRequest): Prompt["schema"] => {
  if (format?.type === "json_schema") return format.json_schema.schema ?? {};
  return format?.type === "json_object" ? (schemaInWords(messages) ?? {}) : undefined;
};

const promptTokens = (request: ChatRequest, directed: number, asked: string): number => {
  const ofMessages = request.messages.reduce(
    (sum, message, index) => sum + messageTokens(message, index === directed ? asked : undefined),
    0,
  );
  const ofTools = (request.tools?.length ?? 0) > 0 ? countTokens(JSON.stringify(request.tools)) : 0;
  const ofSchema =
    request.response_format?.type === "json_schema"
      ? countTokens(JSON.stringify(request.response_format.json_schema))
      : 0;
  return TOKENS_BEFORE_ANSWER + ofMessages + ofTools + ofSchema;
};

const messageTokens = (message: ChatMessage, textInPlace: string | undefined): number => {
  const text = countTokens(textInPlace ?? textOf(message.content));
  const name = message.name === undefined ? 0 : countTokens(message.name) + 1;
  const calls = (message.tool_calls ?? []).reduce(
    (sum, call) => sum + TOKENS_PER_MESSAGE + countTokens(call.function.name) + countTokens(call.function.arguments),
    0,
  );
  const others =
    typeof message.content === "object" && message.content !== null
      ? message.content.reduce((sum, part) => sum + otherPartTokens(part), 0)
      : 0;
  return TOKENS_PER_MESSAGE + 1 + text + name + calls + others;
};

const otherPartTokens = (part: ContentPart): number => {
  if (part.type === "text" || part.type === "refusal") return 0;
  if (part.type === "file") return FILE_TOKENS;
  if (part.type !== "image_url") return OTHER_PART_TOKENS;
  return typeof part.image_url === "object" && part.image_url.detail === "low" ? LOW_DETAIL_IMAGE_TOKENS : IMAGE_TOKENS;
};

const textOf = (content: ChatMessage["content"]): string => {
  if (content === undefined || content === null) return "";
  return typeof content === "string"
    ? content
    : content
        .map((part) => part.text ?? part.refusal ?? "")
        .join("\n")
        .trim();
};
