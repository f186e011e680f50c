import type {
  LanguageModelV4FilePart,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4TextPart,
} from "@ai-sdk/provider";
import { toCallId } from "../requests/call-ids";
import { readDataUrl } from "../requests/data-url";
import { invalidCall } from "../requests/invalid-call";
import { PDF_TYPE, pdfName } from "../requests/pdf-file";
import { withShownResults } from "../requests/shown-results";
import { createWritableJson, type ReadWritableJson } from "../requests/writable-json";
import type { ChatMessage, ContentPart, ToolCall } from "../spec";
import type { SdkLanguageModel } from "./model-types";
import { earlierOfToolCalls, earlierReasoning } from "./reasoning-details";

type AssistantContent = Extract<LanguageModelV4Message, { role: "assistant" }>["content"];
type ToolContent = Extract<LanguageModelV4Message, { role: "tool" }>["content"];
type UserPart = LanguageModelV4TextPart | LanguageModelV4FilePart;

/** Ids are sent unchanged, but the model reads this one as part of a user message. */
const toShownId = (id: string): string => toCallId(id, /^[^]{0,64}$/, { prefix: "call_", digits: 24 });

/** URLs that the model fetches itself, by content type. */
export type SupportedUrls = Readonly<Record<string, readonly RegExp[]>>;

export const takesUrl = (urls: SupportedUrls, url: string): boolean =>
  Object.entries(urls).some(
    ([type, patterns]) =>
      (type === "*" || type === "*/*" || type.startsWith("image/")) &&
      patterns.some((pattern) => pattern.test(url.toLowerCase())),
  );

const toImage = (url: string, field: string, urls: SupportedUrls): UserPart => {
  const inline = readDataUrl(url);
  if (inline !== undefined)
    return { type: "file", mediaType: inline.mediaType || "image/*", data: { type: "data", data: inline.data } };
  if (!URL.canParse(url)) throw invalidCall(field, "an image is an https: URL or a data: URL in base64.");
  if (!takesUrl(urls, url)) throw invalidCall(field, "this provider accepts images only as data: URLs.");
  return { type: "file", mediaType: "image/*", data: { type: "url", url: new URL(url) } };
};

const textOf = (content: ChatMessage["content"], field: string): string =>
  typeof content === "string"
    ? content
    : content
        .map((part) => {
          if (part.type !== "text") throw invalidCall(field, "images and files are for messages of the user.");
          return part.text;
        })
        .join("");

const toUserPart = (part: ContentPart, field: string, urls: SupportedUrls): UserPart => {
  switch (part.type) {
    case "text":
      return part;
    case "image":
      return toImage(part.url, field, urls);
    case "pdf":
      return {
        type: "file",
        mediaType: PDF_TYPE,
        data: { type: "data", data: part.data },
        filename: pdfName(part),
      };
  }
};

const toUserParts = (content: ChatMessage["content"], field: string, urls: SupportedUrls): UserPart[] =>
  typeof content === "string"
    ? [{ type: "text", text: content }]
    : content.map((part, index) => toUserPart(part, `${field}[${index}]`, urls));

const argumentsOf = (call: ToolCall, field: string, readJson: ReadWritableJson): unknown => {
  const value = readJson(call.arguments === "" ? "{}" : call.arguments);
  if (value !== undefined) return value;
  throw invalidCall(field, "arguments that are not JSON, are nested too deeply, or have too much in them.");
};

const toAssistantContent = (message: ChatMessage, field: string, readJson: ReadWritableJson): AssistantContent => {
  // A refusal is sent as text.
  const text = textOf(message.content, `${field}.content`) || (message.refusal ?? "");
  const earlierOf = earlierOfToolCalls(message, readJson);
  return [
    ...earlierReasoning(message, readJson).map((reasoning) => ({ type: "reasoning" as const, ...reasoning })),
    ...(text === "" ? [] : [{ type: "text" as const, text }]),
    ...(message.toolCalls ?? []).map((call, index) => {
      const providerOptions = earlierOf(call.id);
      return {
        type: "tool-call" as const,
        toolCallId: call.id,
        toolName: call.name,
        input: argumentsOf(call, `${field}.tool_calls[${index}].function`, readJson),
        ...(providerOptions === undefined ? {} : { providerOptions }),
      };
    }),
  ];
};

/** Converts messages to the packages' interface. Throws ProviderError `rejected` that names the field. */
export const toPrompt = (messages: readonly ChatMessage[], urls: SupportedUrls): LanguageModelV4Prompt => {
  const prompt: LanguageModelV4Prompt = [];
  const toolNames = new Map<string, string>();
  const readJson = createWritableJson();
  let results: ToolContent | undefined;
  withShownResults(messages, toShownId).forEach((message, index) => {
    const field = `messages[${index}]`;
    if (message.role !== "tool") results = undefined;
    switch (message.role) {
      case "system":
        prompt.push({ role: "system", content: textOf(message.content, `${field}.content`) });
        break;
      case "user":
        prompt.push({ role: "user", content: toUserParts(message.content, `${field}.content`, urls) });
        break;
      case "assistant": {
        for (const { id, name } of message.toolCalls ?? []) toolNames.set(id, name);
        const content = toAssistantContent(message, field, readJson);
        // Some providers refuse an empty answer.
        if (content.length > 0) prompt.push({ role: "assistant", content });
        break;
      }
      case "tool": {
        const toolName = toolNames.get(message.toolCallId ?? "");
        if (toolName === undefined)
          throw invalidCall(`${field}.tool_call_id`, "no earlier message calls a tool with this id.");
        // The results of parallel calls are in one message.
        if (results === undefined) prompt.push({ role: "tool", content: (results = []) });
        results.push({
          type: "tool-result",
          toolCallId: message.toolCallId ?? "",
          toolName,
          output: { type: "text", value: textOf(message.content, `${field}.content`) },
        });
        break;
      }
    }
  });
  return prompt;
};

/** The prompt for a model. The older interface has the data of a file without a wrapper. */
export const promptFor = (model: SdkLanguageModel, prompt: LanguageModelV4Prompt): LanguageModelV4Prompt => {
  if (model.specificationVersion === "v4") return prompt;
  const older = prompt.map((message) =>
    message.role === "user"
      ? {
          ...message,
          content: message.content.map((part) =>
            part.type === "file"
              ? { ...part, data: part.data.type === "url" ? part.data.url : "data" in part.data ? part.data.data : "" }
              : part,
          ),
        }
      : message,
  );
  return older as unknown as LanguageModelV4Prompt;
};
