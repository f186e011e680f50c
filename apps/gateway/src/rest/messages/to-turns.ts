import type { ChatMessage, ContentPart } from "@cenote/contracts";
import { unpackReasoning } from "../opaque-reasoning";
import { toolResultParts } from "../tool-result-parts";
import { isText, messageOf, textPart } from "../../bodies/chat-message";
import type { AssistantBlock, BodyMessage, ResultBlock, TextBlock, ToolResultBlock, UserBlock } from "./body";
import { partsOf } from "./to-parts";

const blocksOf = <Block>(content: string | readonly Block[]): readonly (Block | TextBlock)[] =>
  typeof content === "string" ? [{ type: "text", text: content }] : content;

export const systemMessage = (content: string | readonly TextBlock[]): ChatMessage =>
  messageOf(
    "system",
    blocksOf(content).map(({ text }) => textPart(text)),
  );

const resultOf = (block: ResultBlock): ContentPart[] =>
  block.type === "tool_reference" ? [textPart(`The tool ${block.tool_name} can be called.`)] : partsOf(block);

const textsOf = (parts: readonly ContentPart[]): string[] =>
  parts.flatMap(({ part }) => (part?.$case === "text" ? [part.value] : []));

const toToolMessage = ({ tool_use_id: toolCallId, content, is_error: isError }: ToolResultBlock): ChatMessage => {
  const texts = textsOf(blocksOf<ResultBlock>(content ?? []).flatMap(resultOf));
  if (isError === true) texts[0] = `Error: ${texts[0] ?? ""}`;
  return { ...messageOf("tool", texts.map(textPart)), toolCallId };
};

const shownBy = ({ tool_use_id: id, content }: ToolResultBlock): ContentPart[] =>
  toolResultParts(
    id,
    blocksOf<ResultBlock>(content ?? [])
      .flatMap(resultOf)
      .filter((part) => !isText(part)),
  );

/** Tool results come first, each as one message: they must directly follow the calls that they answer. */
const toUserMessages = (blocks: readonly UserBlock[]): ChatMessage[] => {
  const results = blocks.filter((block) => block.type === "tool_result");
  const content = [
    ...results.flatMap(shownBy),
    ...blocks.flatMap((block) => (block.type === "tool_result" ? [] : partsOf(block))),
  ];
  return [...results.map(toToolMessage), ...(content.length === 0 ? [] : [messageOf("user", content)])];
};

/**
 * @returns No message for a turn without text and calls, such as thinking only, or a refused answer.
 */
const toAssistantMessages = (blocks: readonly AssistantBlock[]): ChatMessage[] => {
  const message = messageOf("assistant");
  const recall = (packed: string) => {
    const detail = unpackReasoning(packed);
    if (detail !== undefined) message.reasoningDetails.push(detail);
  };
  for (const block of blocks) {
    switch (block.type) {
      case "text":
        message.content.push(textPart(block.text));
        break;
      case "tool_use":
        message.toolCalls.push({ id: block.id, name: block.name, arguments: JSON.stringify(block.input) });
        break;
      case "thinking":
        message.reasoning += block.thinking;
        recall(block.signature ?? "");
        break;
      case "redacted_thinking":
        recall(block.data);
    }
  }
  return message.content.length + message.toolCalls.length === 0 ? [] : [message];
};

interface Turn {
  readonly role: BodyMessage["role"];
  readonly blocks: (UserBlock | AssistantBlock)[];
}

/**
 * Consecutive messages of one role are one turn, as in Anthropic's API: several may answer parallel calls.
 */
const turnsOf = (messages: readonly BodyMessage[]): readonly Turn[] => {
  const turns: Turn[] = [];
  for (const { role, content } of messages) {
    const last = turns.at(-1);
    const blocks = blocksOf<UserBlock | AssistantBlock>(content);
    if (last?.role === role) last.blocks.push(...blocks);
    else turns.push({ role, blocks: [...blocks] });
  }
  return turns;
};

/** The conversation as chat messages. Pure. */
export const toChatMessages = (messages: readonly BodyMessage[]): ChatMessage[] =>
  turnsOf(messages).flatMap(({ role, blocks }) => {
    switch (role) {
      case "user":
        return toUserMessages(blocks as UserBlock[]);
      case "assistant":
        return toAssistantMessages(blocks as AssistantBlock[]);
      case "system":
        return [systemMessage(blocks as TextBlock[])];
    }
  });
