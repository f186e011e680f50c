import type { ToolInput } from "../../generated/operations";

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * The functions typed in the form: JSON like the API's `tools`. Undefined for an empty text, null if it is not a list
 * of functions. The server validates the contents.
 */
export const readTools = (text: string): readonly ToolInput[] | undefined | null => {
  if (text.trim() === "") return undefined;
  try {
    const list: unknown = JSON.parse(text);
    if (!Array.isArray(list) || list.length === 0) return null;
    const tools: ToolInput[] = [];
    for (const tool of list as readonly unknown[]) {
      const given = isObject(tool) ? (tool["function"] ?? tool) : undefined;
      if (!isObject(given)) return null;
      const { name, description, parameters } = given;
      if (typeof name !== "string") return null;
      tools.push({
        name,
        ...(typeof description === "string" && { description }),
        ...(parameters !== undefined && { parameters }),
      });
    }
    return tools;
  } catch {
    return null;
  }
};
