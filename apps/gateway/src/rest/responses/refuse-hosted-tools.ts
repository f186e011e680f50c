import { invalidField } from "@cenote/core";

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

/** Tools that OpenAI runs itself. */
const HOSTED: ReadonlySet<unknown> = new Set([
  "file_search",
  "code_interpreter",
  "computer",
  "computer_use",
  "computer_use_preview",
  "image_generation",
  "mcp",
  "shell",
  "local_shell",
  "apply_patch",
  "tool_search",
]);

const SEARCH = "web_search";
/** All names of the web search, including the former and the dated ones. */
const SEARCHES = /^web_search(?:_preview)?(?:_\d{4}_\d{2}_\d{2})?$/;

const checkList = (tools: unknown, path: string): void => {
  for (const [place, tool] of listOf(tools).entries()) {
    if (!isFields(tool)) continue;
    const { type } = tool;
    const at = `${path}[${place}].type`;
    if (HOSTED.has(type)) {
      throw invalidField(
        at,
        "OpenAI's hosted tools are not available here; give the model a function or a custom tool of yours.",
      );
    }
    if (typeof type === "string" && SEARCHES.test(type)) tool["type"] = SEARCH;
  }
};

/**
 * Refuses OpenAI's hosted tools before the body is validated: validation would only list the valid types. The web
 * search, which may be ignored, is renamed to `web_search`. Errors: invalid_request_error for a hosted tool.
 */
export const refuseHostedTools = (body: unknown): void => {
  if (!isFields(body)) return;
  checkList(body["tools"], "tools");
  for (const [place, item] of listOf(body["input"]).entries())
    if (isFields(item) && item["type"] === "additional_tools") checkList(item["tools"], `input[${place}].tools`);
};
