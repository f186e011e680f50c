import type { ChatMessage, ContentPart } from "@cenote/contracts";
import { invalidField, toCustomArguments } from "@cenote/core";
import { unpackReasoning } from "../opaque-reasoning";
import { toolResultParts } from "../tool-result-parts";
import { isText, messageOf, textPart } from "../../bodies/chat-message";
import type { AgentPart, InputItem, MessagePart, ResponsesBody } from "./body";
import { wireName } from "./wire-name";

type ItemOf<T extends InputItem["type"]> = Extract<InputItem, { readonly type: T }>;

const toParts = (content: string | readonly (MessagePart | AgentPart)[]): ContentPart[] => {
  if (typeof content === "string") return [textPart(content)];
  return content.flatMap((part): ContentPart[] => {
    switch (part.type) {
      case "input_text":
      case "output_text":
        return [textPart(part.text)];
      case "encrypted_content":
        return [textPart(part.encrypted_content)];
      case "input_image":
        return [
          {
            part: {
              $case: "image",
              value: { url: part.image_url, detail: part.detail === "original" ? "high" : (part.detail ?? "") },
            },
          },
        ];
      case "input_file":
        return [{ part: { $case: "file", value: { url: part.file_data, name: part.filename ?? "" } } }];
      case "refusal":
        return [];
    }
  });
};

const refusalIn = (content: string | readonly MessagePart[]): string =>
  typeof content === "string"
    ? ""
    : content.flatMap((part) => (part.type === "refusal" ? [part.refusal] : [])).join("");

const isOfUser = (part: MessagePart): boolean => part.type === "input_image" || part.type === "input_file";

const refuseForeignParts = ({ role, content }: ItemOf<"message">, path: string): void => {
  const place = typeof content === "string" || role === "user" ? -1 : content.findIndex(isOfUser);
  if (place !== -1) throw invalidField(`${path}.content[${place}].type`, "images and files are a user's.");
};

type AssistantItem = ItemOf<"message" | "function_call" | "custom_tool_call" | "reasoning">;

/** Adds an item to the message of its turn: one message holds all items of a turn. */
const addToTurn = (turn: ChatMessage, item: AssistantItem): void => {
  switch (item.type) {
    case "message":
      turn.content.push(...toParts(item.content));
      turn.refusal += refusalIn(item.content);
      break;
    case "function_call":
      turn.toolCalls.push({
        id: item.call_id,
        name: wireName(item.name, item.namespace),
        arguments: item.arguments,
      });
      break;
    case "custom_tool_call":
      turn.toolCalls.push({
        id: item.call_id,
        name: wireName(item.name, item.namespace),
        arguments: toCustomArguments(item.input),
      });
      break;
    case "reasoning": {
      turn.reasoning += (item.summary ?? []).map(({ text }) => text).join("\n\n");
      const detail = unpackReasoning(item.encrypted_content ?? "");
      if (detail !== undefined) turn.reasoningDetails.push(detail);
    }
  }
};

/** Reasoning without text or calls after it, which no provider can use. */
const isEmpty = ({ role, content, toolCalls, refusal }: ChatMessage): boolean =>
  role === "assistant" && content.length === 0 && toolCalls.length === 0 && refusal === "";

/**
 * Converts the items of a conversation to messages, one by one. Images and files of results are held until the last
 * result.
 */
class Conversation {
  readonly messages: ChatMessage[] = [];
  /** The assistant's open turn, if there is one. */
  private turn: ChatMessage | undefined;
  /** Images and files of consecutive results. */
  private shown: ContentPart[] = [];

  add(message: ChatMessage): void {
    this.flush();
    this.messages.push(message);
    this.turn = undefined;
  }

  addResult({ call_id: id, output }: ItemOf<"function_call_output" | "custom_tool_call_output">): void {
    const parts = toParts(output);
    this.messages.push({ ...messageOf("tool", parts.filter(isText)), toolCallId: id });
    this.shown.push(
      ...toolResultParts(
        id,
        parts.filter((part) => !isText(part)),
      ),
    );
    this.turn = undefined;
  }

  addOfAssistant(item: AssistantItem): void {
    this.flush();
    if (this.turn === undefined) this.messages.push((this.turn = messageOf("assistant")));
    addToTurn(this.turn, item);
  }

  flush(): void {
    if (this.shown.length > 0) this.messages.push(messageOf("user", this.shown));
    this.shown = [];
  }
}

const addItem = (conversation: Conversation, item: InputItem, path: string): void => {
  switch (item.type) {
    case "additional_tools":
      break;
    case "function_call_output":
    case "custom_tool_call_output":
      conversation.addResult(item);
      break;
    case "agent_message":
      conversation.add(messageOf("user", toParts(item.content)));
      break;
    case "message":
      refuseForeignParts(item, path);
      if (item.role === "assistant") conversation.addOfAssistant(item);
      else conversation.add(messageOf(item.role === "user" ? "user" : "system", toParts(item.content)));
      break;
    case "function_call":
    case "custom_tool_call":
    case "reasoning":
      conversation.addOfAssistant(item);
  }
};

/** The conversation as messages. Pure. Errors: invalid_request_error that names the item. */
export const toMessages = ({ instructions, input }: Pick<ResponsesBody, "instructions" | "input">): ChatMessage[] => {
  const conversation = new Conversation();
  if (typeof instructions === "string" && instructions !== "")
    conversation.add(messageOf("system", [textPart(instructions)]));
  if (typeof input === "string") conversation.add(messageOf("user", [textPart(input)]));
  else for (const [index, item] of input.entries()) addItem(conversation, item, `input[${index}]`);
  conversation.flush();
  return conversation.messages.filter((message) => !isEmpty(message));
};
