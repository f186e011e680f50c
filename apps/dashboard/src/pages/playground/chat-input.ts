import { FIRST_MESSAGES } from "../../first-call/curl-command";
import type { ChatInput, ChatMessageInput } from "../../generated/operations";
import type { Turn } from "./conversation";

/** The texts of the form. */
export interface ChatSettings {
  readonly model: string;
  readonly system: string;
  /** Empty: the model's default. */
  readonly temperature: string;
  /** Empty: the model's default. */
  readonly maxTokens: string;
}

/** A first call with the same settings over REST. */
export const toRestBody = ({ model, system, temperature, maxTokens }: ChatSettings): object => ({
  model,
  messages: [...(system.trim() === "" ? [] : [{ role: "system", content: system }]), ...FIRST_MESSAGES],
  ...(temperature === "" ? {} : { temperature: Number(temperature) }),
  ...(maxTokens === "" ? {} : { max_tokens: Number(maxTokens) }),
});

const message = (role: ChatMessageInput["role"], content: string): ChatMessageInput => ({ role, content });

/** The earlier messages, without turns that have no answer: providers expect questions and answers to alternate. */
const history = (turns: readonly Turn[]): readonly ChatMessageInput[] =>
  turns.flatMap(({ question, answer }) =>
    answer === "" ? [] : [message("USER", question), message("ASSISTANT", answer)],
  );

/** The call that asks the next question. The server validates the settings. */
export const toChatInput = (
  { model, system, temperature, maxTokens }: ChatSettings,
  turns: readonly Turn[],
  question: string,
): ChatInput => ({
  model,
  messages: [
    ...(system.trim() === "" ? [] : [message("SYSTEM", system)]),
    ...history(turns),
    message("USER", question),
  ],
  ...(temperature === "" ? {} : { temperature: Number(temperature) }),
  ...(maxTokens === "" ? {} : { maxTokens: Number(maxTokens) }),
});
