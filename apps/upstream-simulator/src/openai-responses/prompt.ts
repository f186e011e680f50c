import { dialectOf } from "../openai/dialect";
import { toPrompt as chatPrompt, type DirectedPrompt } from "../openai/prompt";
import type { ChatMessage, ChatRequest, ContentPart } from "../openai/wire-types";
import type { CustomTool, FunctionTool, InputItem, InputPart, ResponsesRequest } from "./wire-types";

/** The same conversation over chat completions has the same answer and token count. Throws SettingError. */
export const toPrompt = (request: ResponsesRequest): DirectedPrompt => chatPrompt(toChat(request), dialectOf("openai"));

const toChat = (request: ResponsesRequest): ChatRequest => {
  const { instructions, input } = request;
  const items: readonly InputItem[] = typeof input === "string" ? [{ role: "user", content: input }] : input;
  return {
    model: request.model,
    messages: [
      ...(instructions === undefined || instructions === null ? [] : [{ role: "developer", content: instructions }]),
      ...items.flatMap(toMessages),
    ],
    max_completion_tokens: request.max_output_tokens ?? null,
    ...toTools(request),
    parallel_tool_calls: request.parallel_tool_calls ?? null,
    response_format: toFormat(request),
    reasoning_effort: request.reasoning?.effort ?? null,
  };
};

const toMessages = (item: InputItem): readonly ChatMessage[] => {
  switch (item.type) {
    case "reasoning":
      return [];
    case "function_call":
      return [
        {
          role: "assistant",
          tool_calls: [{ id: item.call_id, function: { name: item.name, arguments: item.arguments } }],
        },
      ];
    case "custom_tool_call":
      return [
        {
          role: "assistant",
          tool_calls: [{ id: item.call_id, function: { name: item.name, arguments: JSON.stringify(item.input) } }],
        },
      ];
    case "function_call_output":
    case "custom_tool_call_output":
      return [{ role: "tool", tool_call_id: item.call_id, content: toContent(item.output) }];
    case "message":
    case undefined:
      return [{ role: item.role, content: toContent(item.content) }];
  }
};

const toContent = (content: string | readonly InputPart[]): string | readonly ContentPart[] =>
  typeof content === "string" ? content : content.map(toPart);

const toPart = (part: InputPart): ContentPart => {
  if (part.type === "input_image")
    return {
      type: "image_url",
      image_url: { url: part.image_url ?? "", ...(part.detail === undefined ? {} : { detail: part.detail }) },
    };
  if (part.type === "refusal") return { type: "refusal", refusal: part.refusal ?? "" };
  return part.type === "input_file" ? { type: "file" } : { type: "text", text: part.text ?? "" };
};

/**
 * A custom tool's input is its text: the model generates an object with one string, which `output-items.ts` extracts.
 */
const parametersOf = (tool: FunctionTool | CustomTool): Readonly<Record<string, unknown>> =>
  tool.type === "custom"
    ? { type: "object", properties: { input: { type: "string" } }, required: ["input"] }
    : (tool.parameters ?? {});

const toTools = ({ tools, tool_choice: choice }: ResponsesRequest): Pick<ChatRequest, "tools" | "tool_choice"> => {
  const allowed = typeof choice === "object" && choice?.type === "allowed_tools" ? choice : undefined;
  const callable = (tools ?? []).filter(({ name }) => allowed?.tools.some((tool) => tool.name === name) !== false);
  return {
    tools: callable.map((tool) => ({
      type: "function",
      function: {
        name: tool.name,
        ...(tool.description === undefined || tool.description === null ? {} : { description: tool.description }),
        parameters: parametersOf(tool),
      },
    })),
    tool_choice:
      allowed?.mode ??
      (typeof choice === "object" && (choice?.type === "function" || choice?.type === "custom")
        ? { type: "function", function: { name: choice.name } }
        : (choice as "auto" | undefined)) ??
      null,
  };
};

const toFormat = ({ text }: ResponsesRequest): ChatRequest["response_format"] => {
  const format = text?.format ?? null;
  return format?.type === "json_schema"
    ? { type: "json_schema", json_schema: { name: format.name, schema: format.schema } }
    : format;
};
