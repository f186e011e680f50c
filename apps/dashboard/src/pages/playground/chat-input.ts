import type {
  ChatInput,
  ChatMessageInput,
  ContentPartInput,
  ToolCallInput,
  ToolInput,
} from "../../generated/operations";
import { toPart } from "./chat-files";
import { readTools } from "./chat-tools";
import type { Question, ToolCall, Turn } from "./conversation";

/** The form's fields as typed. */
export interface ChatSettings {
  readonly model: string;
  readonly system: string;
  /** Empty: the model's default. */
  readonly temperature: string;
  /** Empty: the model's default. */
  readonly maxTokens: string;
  /** Empty: the model's default. */
  readonly reasoningEffort: string;
  /** JSON; empty: none. */
  readonly tools: string;
}

export const NO_SETTINGS: ChatSettings = {
  model: "",
  system: "",
  temperature: "",
  maxTokens: "",
  reasoningEffort: "",
  tools: "",
};

/** Providers reject a call without a result. */
const NO_RESULT = "No result.";

const message = (role: ChatMessageInput["role"], content: string): ChatMessageInput => ({ role, content });

/** The tool calls of a turn that can have results. The calls of a stopped answer may be incomplete. */
const callsOf = ({ state, toolCalls }: Turn): readonly ToolCall[] => (state === "whole" ? toolCalls : []);

/**
 * The turns that are sent again. A turn without an answer is left out, because providers expect questions and answers
 * to alternate.
 */
const answered = (turns: readonly Turn[]): readonly Turn[] =>
  turns.filter((turn) => turn.answer !== "" || callsOf(turn).length > 0);

/** The tool calls whose results the next question may contain. */
export const openCalls = (turns: readonly Turn[]): readonly ToolCall[] => {
  const last = answered(turns).at(-1);
  return last === undefined ? [] : callsOf(last);
};

/** Messages of the next question: the results of the previous answer's calls, then the question. */
const asked = (calls: readonly ToolCall[], { text, files, results }: Question): readonly ChatMessageInput[] => [
  ...calls.map(({ id }, index): ChatMessageInput => ({
    role: "TOOL",
    toolCallId: id,
    content: results[index]?.trim() === "" ? NO_RESULT : (results[index] ?? NO_RESULT),
  })),
  ...(files.length > 0
    ? [{ role: "USER" as const, parts: [...(text === "" ? [] : [{ text }]), ...files.map(toPart)] }]
    : text === ""
      ? []
      : [message("USER", text)]),
];

const said = (turn: Turn): ChatMessageInput => {
  const calls = callsOf(turn);
  return {
    role: "ASSISTANT",
    ...(turn.answer !== "" && { content: turn.answer }),
    ...(calls.length > 0 && {
      toolCalls: calls.map(({ id, name, arguments: given }) => ({ id, name, arguments: given })),
    }),
  };
};

const history = (turns: readonly Turn[]): readonly ChatMessageInput[] =>
  answered(turns).flatMap((turn, index, all) => [...asked(openCalls(all.slice(0, index)), turn.question), said(turn)]);

/** The call that asks the next question. The server validates the settings. */
export const toChatInput = (
  { model, system, temperature, maxTokens, reasoningEffort, tools: toolsText }: ChatSettings,
  turns: readonly Turn[],
  question: Question,
): ChatInput => {
  const tools = readTools(toolsText) ?? undefined;
  return {
    model,
    messages: [
      ...(system.trim() === "" ? [] : [message("SYSTEM", system)]),
      ...history(turns),
      ...asked(openCalls(turns), question),
    ],
    ...(temperature === "" ? {} : { temperature: Number(temperature) }),
    ...(maxTokens === "" ? {} : { maxTokens: Number(maxTokens) }),
    ...(reasoningEffort === "" ? {} : { reasoningEffort }),
    ...(tools === undefined ? {} : { tools }),
  };
};

/** The beginning of a data URL: with a whole file, a command would be unreadable, and too long for a shell. */
const shortened = (url: string): string => url.replace(/^(data:[^,]*,).*$/, "$1...");

const toRestPart = ({ text, imageUrl, file }: ContentPartInput): object =>
  typeof imageUrl === "string"
    ? { type: "image_url", image_url: { url: shortened(imageUrl) } }
    : file !== null && file !== undefined
      ? { type: "file", file: { filename: file.filename, file_data: shortened(file.fileData) } }
      : { type: "text", text };

const toRestCall = ({ id, name, arguments: given }: ToolCallInput): object => ({
  id,
  type: "function",
  function: { name, arguments: given },
});

const toRestTool = ({ name, description, parameters }: ToolInput): object => ({
  type: "function",
  function: { name, description, parameters },
});

/** The same call over REST, without the files. Undefined fields are not sent. */
export const toRestBody = ({ model, messages, temperature, maxTokens, reasoningEffort, tools }: ChatInput): object => ({
  model,
  messages: messages.map(({ role, content, parts, toolCalls, toolCallId }) => ({
    role: role.toLowerCase(),
    content: parts?.map(toRestPart) ?? content,
    tool_calls: toolCalls?.map(toRestCall),
    tool_call_id: toolCallId,
  })),
  tools: tools?.map(toRestTool),
  reasoning_effort: reasoningEffort,
  temperature,
  max_tokens: maxTokens,
});
