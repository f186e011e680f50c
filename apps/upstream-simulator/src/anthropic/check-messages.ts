import { isFields, wordOf, type Fields } from "../json-body";
import type { Capabilities } from "./models";
import { invalidRequest, type Problem } from "./problem";
import { type Signed, prefixOf, signatureFault } from "./thinking-signature";
import { blocksOf, turnsOf, type Turn } from "./turns";
import type { Block, Message } from "./wire-types";

const BLOCK_TYPES: Readonly<Record<Message["role"], readonly string[]>> = {
  system: ["text"],
  user: ["text", "image", "document", "tool_result"],
  assistant: ["text", "thinking", "redacted_thinking", "tool_use"],
};
const MEDIA_TYPES = ["image/jpeg", "image/png", "image/gif", "image/webp"];
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const ID = /^[a-zA-Z0-9_-]+$/;
const TOOL_NAME = /^[a-zA-Z0-9_-]{1,200}$/;

/** Anthropic's error for an invalid conversation. */
export const messagesProblem = (body: Fields, capabilities: Capabilities): Problem | undefined => {
  const { messages } = body;
  if (messages === undefined) return invalidRequest("messages: Field required");
  if (!Array.isArray(messages)) return invalidRequest("messages: Input should be a valid list");
  if (messages.length === 0) return invalidRequest("messages: at least one message is required");
  for (const [index, message] of messages.entries()) {
    const problem =
      messageProblem(message, index, index === messages.length - 1) ??
      instructionsProblem(messages as readonly Message[], index, capabilities) ??
      signatureProblem(body, index, capabilities);
    if (problem !== undefined) return problem;
  }
  const turns = turnsOf(messages as Message[]);
  if (turns[0]?.role !== "user") return invalidRequest('messages: first message must use the "user" role');
  return pairsProblem(turns) ?? prefillProblem(turns, capabilities) ?? thinkingTurnProblem(turns, body["thinking"]);
};

const messageProblem = (message: unknown, index: number, last: boolean): Problem | undefined => {
  const place = `messages.${index}`;
  if (!isFields(message)) return invalidRequest(`${place}: Input should be an object`);
  const { role, content } = message;
  if (role !== "user" && role !== "assistant" && role !== "system")
    return invalidRequest(`${place}.role: Input should be 'user' or 'assistant'`);
  if (content === undefined) return invalidRequest(`${place}.content: Field required`);
  if (typeof content !== "string" && !Array.isArray(content))
    return invalidRequest(`${place}.content: Input should be a valid list`);
  if (content.length === 0 && !(last && role === "assistant"))
    return invalidRequest(
      `${place}: all messages must have non-empty content except for the optional final assistant message`,
    );
  const blocks = blocksOf(content as string | Block[]);
  return blocks
    .map((block, at) => blockProblem(block, { place: `${place}.content.${at}`, role }))
    .find((problem) => problem !== undefined);
};

/** System messages stand after a user message, at the end or before an assistant message. */
const instructionsProblem = (
  messages: readonly Message[],
  index: number,
  { lateInstructions }: Capabilities,
): Problem | undefined => {
  if (messages[index]?.role !== "system") return undefined;
  if (!lateInstructions)
    return invalidRequest(
      'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, not "system" as an input message role.',
    );
  if (messages[index - 1]?.role !== "user")
    return invalidRequest(
      `messages.${index}: role 'system' must follow a 'user' message or an 'assistant' message ending in a server tool result`,
    );
  const next = messages[index + 1];
  return next === undefined || next.role === "assistant"
    ? undefined
    : invalidRequest(`messages.${index}: role 'system' must precede an 'assistant' message or end the array`);
};

/**
 * A model accepts only its own thinking. Newer models also require the same conversation before it as when they made
 * it.
 */
const signatureProblem = (body: Fields, index: number, { bindsThinking }: Capabilities): Problem | undefined => {
  const messages = body["messages"] as readonly Message[];
  const binding =
    isFields(body["thinking"]) && isFields(body["thinking"]["block_binding"])
      ? body["thinking"]["block_binding"]["prefix_mismatch_behavior"]
      : undefined;
  for (const [at, { type, thinking = "", signature = "" }] of blocksOf(messages[index]?.content).entries()) {
    if (type !== "thinking") continue;
    const signed: Signed = {
      model: String(body["model"]),
      thinking,
      prefix: bindsThinking ? prefixOf({ ...body, messages }, index) : "",
    };
    const fault = signatureFault(signature, signed);
    const wrong = `messages.${index}.content.${at}: Invalid \`signature\` in \`thinking\` block`;
    if (fault === "signature") return invalidRequest(wrong);
    if (fault === "prefix" && binding !== "drop_block") {
      return invalidRequest(
        `${wrong}. The block is bound to a different conversation. Remove the block, or set \`thinking.block_binding.prefix_mismatch_behavior\` to "drop_block".`,
      );
    }
  }
  return undefined;
};

interface BlockPlace {
  readonly place: string;
  readonly role: Message["role"];
}

const blockProblem = (block: unknown, { place, role }: BlockPlace): Problem | undefined => {
  if (!isFields(block)) return invalidRequest(`${place}: Input should be an object`);
  const { type } = block;
  if (!BLOCK_TYPES[role].includes(String(type))) {
    return invalidRequest(
      `${place}: Input tag '${String(type)}' found using 'type' does not match any of the expected tags: ${BLOCK_TYPES[role].map((name) => `'${name}'`).join(", ")}`,
    );
  }
  switch (type) {
    case "text":
      return /\S/.test(wordOf(block["text"]))
        ? undefined
        : invalidRequest("messages: text content blocks must contain non-whitespace text");
    case "image":
      return imageProblem(block["source"], place);
    case "document":
      return documentProblem(block["source"], place);
    case "thinking":
      return typeof block["signature"] === "string"
        ? undefined
        : invalidRequest(`${place}.thinking.signature: Field required`);
    case "redacted_thinking":
      return typeof block["data"] === "string"
        ? undefined
        : invalidRequest(`${place}.redacted_thinking.data: Field required`);
    case "tool_use":
      return toolUseProblem(block, place);
    default:
      return resultProblem(block, place);
  }
};

const imageProblem = (source: unknown, place: string): Problem | undefined => {
  const at = `${place}.image.source`;
  if (!isFields(source)) return invalidRequest(`${at}: Field required`);
  if (source["type"] === "url")
    return /^https:\/\//i.test(String(source["url"]))
      ? undefined
      : invalidRequest(`${at}.url.url: Only HTTPS URLs are supported.`);
  if (source["type"] !== "base64")
    return invalidRequest(
      `${at}: Input tag '${String(source["type"])}' found using 'type' does not match any of the expected tags: 'base64', 'url'`,
    );
  if (!MEDIA_TYPES.includes(String(source["media_type"])))
    return invalidRequest(
      `${at}.base64.media_type: Input should be ${MEDIA_TYPES.map((name) => `'${name}'`).join(", ")}`,
    );
  return BASE64.test(String(source["data"])) ? undefined : invalidRequest(`${at}.base64: invalid base64 data`);
};

const documentProblem = (source: unknown, place: string): Problem | undefined => {
  const at = `${place}.document.source`;
  if (!isFields(source)) return invalidRequest(`${at}: Field required`);
  if (source["type"] !== "base64")
    return invalidRequest(
      `${at}: Input tag '${String(source["type"])}' found using 'type' does not match any of the expected tags: 'base64'`,
    );
  if (source["media_type"] !== "application/pdf")
    return invalidRequest(`${at}.base64.media_type: Input should be 'application/pdf'`);
  return BASE64.test(String(source["data"])) ? undefined : invalidRequest(`${at}.base64: invalid base64 data`);
};

const toolUseProblem = (block: Fields, place: string): Problem | undefined => {
  if (!ID.test(wordOf(block["id"])))
    return invalidRequest(`${place}.tool_use.id: String should match pattern '${ID.source}'`);
  if (typeof block["name"] !== "string") return invalidRequest(`${place}.tool_use.name: Field required`);
  if (!TOOL_NAME.test(block["name"]))
    return invalidRequest(`${place}.tool_use.name: String should match pattern '${TOOL_NAME.source}'`);
  return isFields(block["input"]) ? undefined : invalidRequest(`${place}.tool_use.input: Input should be an object`);
};

const resultProblem = (block: Fields, place: string): Problem | undefined => {
  if (!ID.test(wordOf(block["tool_use_id"])))
    return invalidRequest(`${place}.tool_result.tool_use_id: String should match pattern '${ID.source}'`);
  const { content } = block;
  if (!Array.isArray(content)) return undefined;
  return content
    .map((inner: unknown, at) => blockProblem(inner, { place: `${place}.tool_result.content.${at}`, role: "user" }))
    .find((problem) => problem !== undefined);
};

const idsOf = (turn: Turn | undefined, type: string): string[] =>
  (turn?.blocks ?? []).filter((block) => block.type === type).map((block) => block.id ?? block.tool_use_id ?? "");

/** Each call has its result at the start of the next turn, and each result has a call. */
const pairsProblem = (turns: readonly Turn[]): Problem | undefined => {
  for (const [index, turn] of turns.entries()) {
    const called = idsOf(turns[index - 1], "tool_use");
    const stray = idsOf(turn, "tool_result").find((id) => !called.includes(id));
    if (stray !== undefined) {
      return invalidRequest(
        `messages.${index}.content: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${stray}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
      );
    }
    const firstOther = turn.blocks.findIndex((block) => block.type !== "tool_result");
    const answered = idsOf(
      { ...turn, blocks: firstOther === -1 ? turn.blocks : turn.blocks.slice(0, firstOther) },
      "tool_result",
    );
    const open = called.filter((id) => !answered.includes(id));
    if (open.length > 0) {
      return invalidRequest(
        `messages.${index - 1}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.join(", ")}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
      );
    }
  }
  return undefined;
};

const prefillProblem = (turns: readonly Turn[], { prefill }: Capabilities): Problem | undefined => {
  const last = turns.at(-1);
  if (last?.role !== "assistant") return undefined;
  if (idsOf(last, "tool_use").length > 0) {
    return invalidRequest(
      `messages.${turns.length - 1}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${idsOf(last, "tool_use").join(", ")}.`,
    );
  }
  if (!prefill)
    return invalidRequest(
      "This model does not support assistant message prefill. The conversation must end with a user message.",
    );
  return /\s$/.test(last.blocks.at(-1)?.text ?? "")
    ? invalidRequest("messages: final assistant content cannot end with trailing whitespace")
    : undefined;
};

const isThinking = (block: Block | undefined): boolean =>
  block?.type === "thinking" || block?.type === "redacted_thinking";

/**
 * With thinking `enabled`, the assistant turn in progress starts with thinking; with `disabled`, it contains none.
 */
const thinkingTurnProblem = (turns: readonly Turn[], thinking: unknown): Problem | undefined => {
  const type = isFields(thinking) ? thinking["type"] : undefined;
  const spoke = turns.findLastIndex(
    (turn) => turn.role === "user" && turn.blocks.some((block) => block.type !== "tool_result"),
  );
  const begun = turns.slice(spoke + 1).findIndex((turn) => turn.role === "assistant");
  const first = begun === -1 ? undefined : turns[spoke + 1 + begun];
  if (first === undefined) return undefined;
  const place = `messages.${spoke + 1 + begun}.content.0`;
  if (type === "enabled" && !isThinking(first.blocks[0])) {
    return invalidRequest(
      `${place}.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${first.blocks[0]?.type}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block (preceeding the lastmost set of \`tool_use\` and \`tool_result\` blocks).`,
    );
  }
  return type === "disabled" && first.blocks.some(isThinking)
    ? invalidRequest(
        `${place}: When thinking is disabled, an \`assistant\` message in the final position cannot contain \`thinking\`. To use thinking blocks, enable \`thinking\` in your request.`,
      )
    : undefined;
};
