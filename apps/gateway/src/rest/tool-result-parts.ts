import type { ContentPart } from "@cenote/contracts";
import { textPart } from "../bodies/chat-message";

/**
 * Images and files of a tool's result, as parts of a user's message: no provider of OpenAI's protocol accepts them in a
 * tool result.
 * @param id Of the tool call.
 * @returns Nothing if there are no `parts`.
 */
export const toolResultParts = (id: string, parts: readonly ContentPart[]): ContentPart[] =>
  parts.length === 0 ? [] : [textPart(`(What the tool call ${id} gave:)`), ...parts];
