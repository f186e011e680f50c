import { customInputOf } from "@cenote/core";
import { withBreakpoint } from "../requests/cache-breakpoint";
import { toCallId } from "../requests/call-ids";
import { pdfDataUrl, pdfName } from "../requests/pdf-file";
import { placedReasoning } from "../requests/placed-reasoning";
import { plainText } from "../requests/plain-text";
import { createWritableJson, type ReadWritableJson } from "../requests/writable-json";
import type { ChatMessage, ContentPart, ReasoningDetail, ToolCall } from "../spec";
import { toReasoningItem } from "./reasoning-detail";

const VALID_ID = /^[^]{1,64}$/;

const toWireId = (id: string): string => toCallId(id, VALID_ID, { prefix: "call_", digits: 24 });

const toInputPart = (part: ContentPart): object => {
  switch (part.type) {
    case "text":
      return { type: "input_text", text: part.text };
    case "image":
      return { type: "input_image", image_url: part.url, detail: part.detail ?? "auto" };
    case "pdf":
      return { type: "input_file", filename: pdfName(part), file_data: pdfDataUrl(part) };
  }
};

const toContent = (content: ChatMessage["content"]): unknown =>
  typeof content === "string" ? content : content.map(toInputPart);

const toCall = ({ id, name, arguments: json }: ToolCall, custom: ReadonlySet<string>): object =>
  custom.has(name)
    ? { type: "custom_tool_call", call_id: toWireId(id), name, input: customInputOf(json) }
    : { type: "function_call", call_id: toWireId(id), name, arguments: json };

/**
 * Reasoning is left out if nothing follows it any more, because the API refuses it "without its required following item".
 */
const toAssistantItems = (
  { content, toolCalls = [], reasoningDetails = [], refusal = "" }: ChatMessage,
  custom: ReadonlySet<string>,
  readJson: ReadWritableJson,
): object[] => {
  const text = plainText(content) || refusal;
  if (text === "" && toolCalls.length === 0) return [];
  const { first, ofCalls } = placedReasoning(reasoningDetails, toolCalls);
  const itemsOf = (details: readonly ReasoningDetail[]): object[] =>
    details.flatMap((detail) => toReasoningItem(detail, readJson) ?? []);
  return [
    ...itemsOf(first),
    ...(text === "" ? [] : [{ role: "assistant", content: [{ type: "output_text", text }] }]),
    ...ofCalls.flatMap(({ call, before }) => [...itemsOf(before), toCall(call, custom)]),
  ];
};

/**
 * The messages as items of `input`, in order. System messages are among them, because `instructions` has only one
 * position. @param custom Names of the custom tools, since a result has the type of its call.
 * @param cached Index of the message that ends with a cache breakpoint.
 */
export const toInput = (messages: readonly ChatMessage[], custom: ReadonlySet<string>, cached = -1): object[] => {
  const customIds = new Set<string>();
  const readJson = createWritableJson();
  return messages.flatMap((message, index): object[] => {
    for (const { id, name } of message.toolCalls ?? [])
      if (custom.has(name)) customIds.add(id);
      else customIds.delete(id);
    switch (message.role) {
      case "system":
      case "user":
        return [
          {
            role: message.role,
            content: index === cached ? withBreakpoint(message.content, toInputPart) : toContent(message.content),
          },
        ];
      case "tool":
        return [
          {
            type: customIds.has(message.toolCallId ?? "") ? "custom_tool_call_output" : "function_call_output",
            call_id: toWireId(message.toolCallId ?? ""),
            output: toContent(message.content),
          },
        ];
      case "assistant":
        return toAssistantItems(message, custom, readJson);
    }
  });
};
