import type { Tool } from "@cenote/contracts";
import { invalidField } from "@cenote/core";

/**
 * Refuses a choice that names tools where the body has none, which OpenAI refuses as well. Errors:
 * invalid_request_error.
 * @param choice A mode of chat completions, or what names the tools.
 */
export const refuseChoiceOfNone = (tools: readonly unknown[] | null | undefined, choice: unknown): void => {
  if (choice === null || choice === undefined || choice === "none" || choice === "auto") return;
  if (tools === null || tools === undefined || tools.length === 0)
    throw invalidField("tool_choice", "names tools, but there are no tools.");
};

/**
 * A choice among some of the functions: the others are not sent on, which keeps every model to it. Errors:
 * invalid_request_error for a name that is not theirs.
 * @param names Undefined: all. @param pathOf Where the body has each name.
 */
export const chosenTools = (
  tools: Tool[],
  names: readonly string[] | undefined,
  pathOf: (place: number) => string,
): Tool[] => {
  if (names === undefined) return tools;
  const stranger = names.findIndex((name) => !tools.some((tool) => tool.name === name));
  if (stranger !== -1) throw invalidField(pathOf(stranger), "not one of tools.");
  return tools.filter(({ name }) => names.includes(name));
};
