import type { ChatInput, ChatMessageInput, ContentPartInput, ToolInput } from "../../generated/operations";
import { type ChatFile, toPart } from "./chat-files";
import { readTools } from "./chat-tools";
import type { Turn } from "./conversation";

/** The texts of the form. */
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

/** What the user asks. */
export interface Question {
  readonly text: string;
  readonly files: readonly ChatFile[];
}

const message = (role: ChatMessageInput["role"], content: string): ChatMessageInput => ({ role, content });

const asked = ({ text, files }: Question): ChatMessageInput =>
  files.length === 0 ? message("USER", text) : { role: "USER", parts: [{ text }, ...files.map(toPart)] };

/** The earlier messages, without turns that have no answer: providers expect questions and answers to alternate. */
const history = (turns: readonly Turn[]): readonly ChatMessageInput[] =>
  turns.flatMap(({ question, files, answer }) =>
    answer === "" ? [] : [asked({ text: question, files }), message("ASSISTANT", answer)],
  );

/** The call that asks the next question. The server validates the settings. */
export const toChatInput = (
  { model, system, temperature, maxTokens, reasoningEffort, tools: toolsText }: ChatSettings,
  turns: readonly Turn[],
  question: Question,
): ChatInput => {
  const tools = readTools(toolsText) ?? undefined;
  return {
    model,
    messages: [...(system.trim() === "" ? [] : [message("SYSTEM", system)]), ...history(turns), asked(question)],
    ...(temperature === "" ? {} : { temperature: Number(temperature) }),
    ...(maxTokens === "" ? {} : { maxTokens: Number(maxTokens) }),
    ...(reasoningEffort === "" ? {} : { reasoningEffort }),
    ...(tools === undefined ? {} : { tools }),
  };
};

/** The beginning of a data URL: a command with a whole file would be too long to read, or for a shell. */
const shortened = (url: string): string => url.replace(/^(data:[^,]*,).*$/, "$1...");

const toRestPart = ({ text, imageUrl, file }: ContentPartInput): object =>
  typeof imageUrl === "string"
    ? { type: "image_url", image_url: { url: shortened(imageUrl) } }
    : file !== null && file !== undefined
      ? { type: "file", file: { filename: file.filename, file_data: shortened(file.fileData) } }
      : { type: "text", text };

const toRestTool = ({ name, description, parameters }: ToolInput): object => ({
  type: "function",
  function: { name, description, parameters },
});

/** The same call over REST, with the files left out. */
export const toRestBody = ({ model, messages, temperature, maxTokens, reasoningEffort, tools }: ChatInput): object => ({
  model,
  messages: messages.map(({ role, content, parts }) => ({
    role: role.toLowerCase(),
    content: parts?.map(toRestPart) ?? content,
  })),
  ...(tools !== undefined && tools !== null && { tools: tools.map(toRestTool) }),
  ...(reasoningEffort !== undefined && { reasoning_effort: reasoningEffort }),
  ...(temperature !== undefined && { temperature }),
  ...(maxTokens !== undefined && { max_tokens: maxTokens }),
});
