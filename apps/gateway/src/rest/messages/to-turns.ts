import type { ChatMessage, ContentPart } from "@cenote/contracts";
import { unpackReasoning } from "../opaque-reasoning";
import { resultImages } from "../result-images";
import type {
  AssistantBlock,
  BodyMessage,
  ImageBlock,
  ResultBlock,
  TextBlock,
  ToolResultBlock,
  UserBlock,
} from "./body";

const emptyMessage = (role: string): ChatMessage => ({
  role,
  content: [],
  name: "",
  toolCalls: [],
  toolCallId: "",
  reasoning: "",
  reasoningDetails: [],
  refusal: "",
});

const textPart = (value: string): ContentPart => ({ part: { $case: "text", value } });

const imagePart = ({ source }: ImageBlock): ContentPart => {
  const url = source.type === "url" ? source.url : `data:${source.media_type};base64,${source.data}`;
  return { part: { $case: "image", value: { url, detail: "" } } };
};

const blocksOf = <Block>(content: string | readonly Block[]): readonly (Block | TextBlock)[] =>
  typeof content === "string" ? [{ type: "text", text: content }] : content;

export const systemMessage = (content: string | readonly TextBlock[]): ChatMessage => ({
  ...emptyMessage("system"),
  content: blocksOf(content).map(({ text }) => textPart(text)),
});

const toToolMessage = ({ tool_use_id: toolCallId, content, is_error: isError }: ToolResultBlock): ChatMessage => {
  const texts = blocksOf<ResultBlock>(content ?? []).flatMap((block) => {
    switch (block.type) {
      case "text":
        return [block.text];
      case "tool_reference":
        return [`The tool ${block.tool_name} can be called.`];
      case "image":
        return [];
    }
  });
  if (isError === true) texts[0] = `Error: ${texts[0] ?? ""}`;
  return { ...emptyMessage("tool"), toolCallId, content: texts.map(textPart) };
};

const imagesOf = ({ tool_use_id: id, content }: ToolResultBlock): ContentPart[] =>
  resultImages(
    id,
    blocksOf(content ?? [])
      .filter((block) => block.type === "image")
      .map(imagePart),
  );

/** Tool results first, each a message, because they must directly follow the calls they answer. */
const toUserMessages = (blocks: readonly UserBlock[]): ChatMessage[] => {
  const results = blocks.filter((block) => block.type === "tool_result");
  const content = [
    ...results.flatMap(imagesOf),
    ...blocks.flatMap((block) =>
      block.type === "text" ? [textPart(block.text)] : block.type === "image" ? [imagePart(block)] : [],
    ),
  ];
  return [...results.map(toToolMessage), ...(content.length === 0 ? [] : [{ ...emptyMessage("user"), content }])];
};

/**
 * @returns No message for a turn without text and calls, such as thinking only, or a refused answer.
 */
const toAssistantMessages = (blocks: readonly AssistantBlock[]): ChatMessage[] => {
  const message = emptyMessage("assistant");
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
        recall(block.signature);
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
