import type { ContentPart } from "@cenote/contracts";
import { textPart } from "../bodies/chat-message";

/**
 * Images and files of a tool's result, as the user's: no provider of OpenAI's protocol takes them in one.
 * @param id Of the call.
 * @param parts Images and files; none for none.
 */
export const toolResultParts = (id: string, parts: readonly ContentPart[]): ContentPart[] =>
  parts.length === 0 ? [] : [textPart(`(What the tool call ${id} gave:)`), ...parts];
