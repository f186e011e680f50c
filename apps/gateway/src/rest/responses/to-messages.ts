import type { ChatMessage, ContentPart } from "@cenote/contracts";
import { invalidRequest, toCustomArguments } from "@cenote/core";
import { unpackReasoning } from "../opaque-reasoning";
import { resultParts } from "../result-parts";
import type { AgentPart, InputItem, MessagePart, ResponsesBody } from "./body";
import { wireName } from "./wire-name";

type ItemOf<T extends InputItem["type"]> = Extract<InputItem, { readonly type: T }>;

const messageOf = (role: ChatMessage["role"], content: ContentPart[] = []): ChatMessage => ({
  role,
  content,
  name: "",
  toolCalls: [],
  toolCallId: "",
  reasoning: "",
  reasoningDetails: [],
  refusal: "",
});

const textPart = (value: string): ContentPart => ({ part: { $case: "text", value } });

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
  if (place !== -1)
    throw invalidRequest(
      `${path}.content[${place}].type`,
      `${path}.content[${place}].type: images and files are a user's.`,
    );
};

/** Adds an item to the message of its turn: one message holds all items of a turn. */
const addToTurn = (
  turn: ChatMessage,
  item: ItemOf<"message" | "function_call" | "custom_tool_call" | "reasoning">,
): void => {
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

const isText = ({ part }: ContentPart): boolean => part?.$case === "text";

/** The conversation as messages. Pure. Errors: invalid_request_error that names the item. */
export const toMessages = ({ instructions, input }: Pick<ResponsesBody, "instructions" | "input">): ChatMessage[] => {
  const messages: ChatMessage[] =
    typeof instructions === "string" && instructions !== "" ? [messageOf("system", [textPart(instructions)])] : [];
  if (typeof input === "string") return [...messages, messageOf("user", [textPart(input)])];
  let turn: ChatMessage | undefined;
  /** Images and files of consecutive outputs, to be sent after the last of them. */
  let shown: ContentPart[] = [];
  const flushShown = () => {
    if (shown.length > 0) messages.push(messageOf("user", shown));
    shown = [];
  };
  for (const [index, item] of input.entries()) {
    if (item.type === "additional_tools") continue;
    if (item.type === "message") refuseForeignParts(item, `input[${index}]`);
    if (item.type === "function_call_output" || item.type === "custom_tool_call_output") {
      const parts = toParts(item.output);
      messages.push({
        ...messageOf("tool", parts.filter(isText)),
        toolCallId: item.call_id,
      });
      shown.push(
        ...resultParts(
          item.call_id,
          parts.filter((part) => !isText(part)),
        ),
      );
      turn = undefined;
      continue;
    }
    flushShown();
    if (item.type === "agent_message" || (item.type === "message" && item.role !== "assistant")) {
      const isUsers = item.type === "agent_message" || item.role === "user";
      messages.push(messageOf(isUsers ? "user" : "system", toParts(item.content)));
      turn = undefined;
    } else {
      if (turn === undefined) messages.push((turn = messageOf("assistant")));
      addToTurn(turn, item);
    }
  }
  flushShown();
  return messages.filter((message) => !isEmpty(message));
};
