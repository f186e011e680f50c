import { wordOf, type Fields } from "../json-body";
import { invalidRequest, type Problem } from "./problem";

/** From mistral-common, with which Mistral checks requests. */
const AFTER: Readonly<Record<string, readonly string[]>> = {
  system: ["system", "user", "assistant"],
  user: ["system", "user", "assistant"],
  assistant: ["user", "assistant", "tool"],
  tool: ["assistant", "tool"],
};

/**
 * Mistral's error for the first message whose role may not follow the one before it, or may not end the conversation.
 */
export const orderProblem = (messages: readonly Fields[]): Problem | undefined => {
  for (const [index, message] of messages.slice(1).entries()) {
    const [before, role] = [wordOf(messages[index]?.["role"]), wordOf(message["role"])];
    if (AFTER[before]?.includes(role) === false)
      return invalidRequest(`Unexpected role '${role}' after role '${before}'`, null, "invalid_request_message_order");
  }
  return wordOf(messages.at(-1)?.["role"]) === "system"
    ? invalidRequest(
        "Expected last role User or Tool (or Assistant with prefix True) for serving but got system",
        null,
        "invalid_request_message_order",
      )
    : undefined;
};
