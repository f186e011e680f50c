import { toCallId } from "../requests/call-ids";
import { invalidCall } from "../requests/invalid-call";
import { readArguments } from "../requests/read-arguments";
import { placedReasoning } from "../requests/placed-reasoning";
import type { ChatMessage, ContentPart, ToolCall } from "../spec";
import { PDF_TYPE } from "../requests/pdf-file";
import { createWritableJson, type ReadWritableJson } from "../requests/writable-json";
import { toImageBlock } from "./images";
import { isOwnDetail, toThinkingBlock } from "./reasoning-detail";
import type {
  AssistantBlock,
  ContentBlock,
  TextBlock,
  ToolResultBlock,
  ToolUseBlock,
  Turn,
  UserBlock,
} from "./wire-types";

export interface Conversation {
  readonly system: readonly TextBlock[];
  readonly turns: readonly Turn[];
}

/** A placeholder for the message of the user that the API requires. */
const OPENING = "(The conversation begins.)";
const SILENCE = "(no text)";

const VALID_ID = /^[A-Za-z0-9_-]{1,64}$/;

const toWireId = (id: string): string => toCallId(id, VALID_ID, { prefix: "toolu_", digits: 24 });

/** Whether there is text. The API refuses white space as empty. */
const hasText = (text: string): boolean => /\S/.test(text);

const textBlocks = (text: string): TextBlock[] => (hasText(text) ? [{ type: "text", text }] : []);

/** The API refuses longer titles. */
const MAX_TITLE_CHARACTERS = 500;

const toBlock = (part: Exclude<ContentPart, { readonly type: "text" }>): ContentBlock =>
  part.type === "image"
    ? toImageBlock(part.url)
    : {
        type: "document",
        source: { type: "base64", media_type: PDF_TYPE, data: part.data },
        title: part.name?.slice(0, MAX_TITLE_CHARACTERS),
      };

const toBlocks = (content: string | readonly ContentPart[]): ContentBlock[] =>
  typeof content === "string"
    ? textBlocks(content)
    : content.flatMap((part) => (part.type === "text" ? textBlocks(part.text) : [toBlock(part)]));

const toSystemBlocks = (content: string | readonly ContentPart[]): TextBlock[] =>
  toBlocks(content).map((block) => {
    if (block.type === "text") return block;
    throw invalidCall("messages", "a system message can't hold an image or a file.");
  });

const toToolResult = ({ content, toolCallId = "" }: ChatMessage): ToolResultBlock => {
  const blocks = toBlocks(content);
  const [only] = blocks;
  const result = { type: "tool_result", tool_use_id: toWireId(toolCallId) } as const;
  if (only === undefined) return result;
  return { ...result, content: blocks.length === 1 && only.type === "text" ? only.text : blocks };
};

const toToolUse = (call: ToolCall, readJson: ReadWritableJson): ToolUseBlock => ({
  type: "tool_use",
  id: toWireId(call.id),
  name: call.name,
  input: readArguments(call, readJson),
});

const toAssistantBlocks = (
  { content, toolCalls = [], reasoningDetails = [], refusal }: ChatMessage,
  withThinking: boolean,
  readJson: ReadWritableJson,
): AssistantBlock[] => {
  const { first, ofCalls } = placedReasoning(withThinking ? reasoningDetails.filter(isOwnDetail) : [], toolCalls);
  const said = toBlocks(content).filter((block) => block.type === "text");
  return [
    ...first.map(toThinkingBlock),
    ...(said.length === 0 && refusal !== undefined ? textBlocks(refusal) : said),
    ...ofCalls.flatMap(({ call, before }) => [...before.map(toThinkingBlock), toToolUse(call, readJson)]),
  ];
};

interface OpenTurn {
  readonly role: Turn["role"];
  readonly results: ToolResultBlock[];
  readonly blocks: (UserBlock | AssistantBlock)[];
}

/** Merges consecutive messages of one side. Results come first in their turn, directly after their calls. */
const createTurns = () => {
  const turns: OpenTurn[] = [];
  const turnOf = (role: Turn["role"]) => {
    const last = turns.at(-1);
    if (last?.role === role) return last;
    const next = { role, results: [], blocks: [] };
    turns.push(next);
    return next;
  };
  return {
    addResult: (result: ToolResultBlock) => {
      turnOf("user").results.push(result);
    },
    add(role: Turn["role"], blocks: readonly (UserBlock | AssistantBlock)[]) {
      if (blocks.length > 0) turnOf(role).blocks.push(...blocks);
    },
    isEmpty: () => turns.length === 0,
    /** Removes the instructions that are not allowed in their position, and returns them in order. */
    takeMisplaced(): TextBlock[] {
      const given = turns.splice(0);
      const misplaced: TextBlock[] = [];
      for (const [index, { role, results, blocks }] of given.entries()) {
        const mayStay = given[index - 1]?.role === "user" && given[index + 1]?.role !== "user";
        if (role === "system" && !mayStay) {
          misplaced.push(...(blocks as TextBlock[]));
          continue;
        }
        const turn = turnOf(role);
        turn.results.push(...results);
        turn.blocks.push(...blocks);
      }
      return misplaced;
    },
    all: (): Turn[] => turns.map(({ role, results, blocks }) => ({ role, content: [...results, ...blocks] }) as Turn),
  };
};

/** Trims a prefill, which may not end in white space. */
const trimmedPrefix = (turns: readonly Turn[]): readonly Turn[] => {
  const last = turns.at(-1);
  const block = last?.content.at(-1);
  if (last?.role !== "assistant" || block?.type !== "text") return turns;
  return [
    ...turns.slice(0, -1),
    { role: "assistant", content: [...last.content.slice(0, -1), { ...block, text: block.text.trimEnd() }] },
  ];
};

const beginningWithUser = (turns: readonly Turn[]): readonly Turn[] =>
  turns[0]?.role === "user" ? turns : [{ role: "user", content: [{ type: "text", text: OPENING }] }, ...turns];

export interface ConversationOptions {
  /** Whether earlier thinking is sent back. */
  readonly withThinking: boolean;
  /** Whether the model accepts instructions in the middle of a conversation. */
  readonly lateInstructions: boolean;
}

/**
 * The messages as a system prompt and alternating turns of user and assistant. System messages from any position are
 * joined in order. Late ones may stay in place if they follow the user, at the end or before the assistant: at the top
 * they would change the beginning of a prompt whose rest is in the cache.
 * https://platform.claude.com/docs/en/build-with-claude/mid-conversation-system-messages
 */
export const toConversation = (
  messages: readonly ChatMessage[],
  { withThinking, lateInstructions }: ConversationOptions,
): Conversation => {
  const system: TextBlock[] = [];
  const turns = createTurns();
  const readJson = createWritableJson();
  for (const message of messages) {
    switch (message.role) {
      case "system":
        if (lateInstructions && !turns.isEmpty()) turns.add("system", toSystemBlocks(message.content));
        else system.push(...toSystemBlocks(message.content));
        break;
      case "tool":
        turns.addResult(toToolResult(message));
        break;
      case "user": {
        const blocks = toBlocks(message.content);
        turns.add("user", blocks.length === 0 ? [{ type: "text", text: SILENCE }] : blocks);
        break;
      }
      case "assistant":
        turns.add("assistant", toAssistantBlocks(message, withThinking, readJson));
    }
  }
  system.push(...turns.takeMisplaced());
  const all = turns.all();
  // The call has only instructions, so the model is asked to follow them.
  if (all.length === 0 && system.length > 0)
    return { system: system.slice(0, -1), turns: [{ role: "user", content: system.slice(-1) }] };
  return { system, turns: trimmedPrefix(beginningWithUser(all)) };
};
