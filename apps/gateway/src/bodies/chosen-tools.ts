import type { Tool } from "@cenote/contracts";
import { invalidField } from "@cenote/core";

/**
 * Refuses a `tool_choice` that names tools if the body has none, as OpenAI does. Errors: invalid_request_error.
 * @param choice A mode of chat completions, or an object that names tools.
 */
export const refuseChoiceOfNone = (tools: readonly unknown[] | null | undefined, choice: unknown): void => {
  if (choice === null || choice === undefined || choice === "none" || choice === "auto") return;
  if (tools === null || tools === undefined || tools.length === 0)
    throw invalidField("tool_choice", "names tools, but there are no tools.");
};

/**
 * The tools that a choice names. The others are not sent to the provider, so that every model keeps to the choice.
 * Errors: invalid_request_error for a name that no tool has.
 * @param names Undefined for all tools. @param pathOf The path of a name in the body, for the error.
 */
export const chosenTools = (
  tools: Tool[],
  names: readonly string[] | undefined,
  pathOf: (place: number) => string,
): Tool[] => {
  if (names === undefined) return tools;
  const unlisted = names.findIndex((name) => !tools.some((tool) => tool.name === name));
  if (unlisted !== -1) throw invalidField(pathOf(unlisted), "not one of tools.");
  return tools.filter(({ name }) => names.includes(name));
};
