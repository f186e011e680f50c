import type { ChatInput, ChatMessageInput } from "../../generated/operations";
import type { Turn } from "./conversation";

/** As they stand in the form. */
export interface ChatSettings {
  readonly model: string;
  readonly system: string;
  /** Empty: as the model has it. */
  readonly temperature: string;
  /** Empty: as the model has it. */
  readonly maxTokens: string;
}

const message = (role: ChatMessageInput["role"], content: string): ChatMessageInput => ({ role, content });

/** What was said before. A turn that has no answer is left out: a model takes questions and answers by turns. */
const history = (turns: readonly Turn[]): readonly ChatMessageInput[] =>
  turns.flatMap(({ question, answer }) =>
    answer === "" ? [] : [message("USER", question), message("ASSISTANT", answer)],
  );

/** The call that asks a question after those before. The server checks the settings. */
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
