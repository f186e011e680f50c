import type { ChatRequest, ResponseFormat, ToolChoice } from "@cenote/contracts";
import { invalidField } from "@cenote/core";
import { chosenTools, refuseChoiceOfNone } from "../../bodies/chosen-tools";
import type { ResponsesBody } from "./body";
import { type DeclaredTools, declaredTools } from "./declared-tools";
import { toMessages } from "./to-messages";

const LOGPROBS = "message.output_text.logprobs";

/**
 * The name under which models know a chosen tool. A tool in a namespace may be chosen by its own name, if no other tool
 * has that name. A name that no tool has stays unchanged.
 */
const chosenName = (tools: DeclaredTools, name: string, path: string): string => {
  if (tools.has(name)) return name;
  const meant = [...tools.values()].filter((one) => one.name === name).map(({ tool }) => tool.name);
  if (meant.length > 1) throw invalidField(path, `several tools are called ${name}: ${meant.join(", ")}.`);
  return meant[0] ?? name;
};

const toToolChoice = (choice: ResponsesBody["tool_choice"], tools: DeclaredTools): ToolChoice | undefined => {
  if (choice === null || choice === undefined) return undefined;
  if (typeof choice === "string") return { mode: choice, name: "" };
  if (choice.type === "allowed_tools") return { mode: choice.mode, name: "" };
  return { mode: "function", name: chosenName(tools, choice.name, "tool_choice.name") };
};

const pathOfAllowed = (place: number): string => `tool_choice.tools[${place}].name`;

const allowedNames = (choice: ResponsesBody["tool_choice"], tools: DeclaredTools): readonly string[] | undefined =>
  typeof choice === "object" && choice?.type === "allowed_tools"
    ? choice.tools.map(({ name }, place) => chosenName(tools, name, pathOfAllowed(place)))
    : undefined;

const toResponseFormat = (text: ResponsesBody["text"]): ResponseFormat | undefined => {
  const format = text?.format;
  if (format === null || format === undefined) return undefined;
  if (format.type !== "json_schema") return { type: format.type, name: "", description: "", schemaJson: "" };
  return {
    type: format.type,
    name: format.name,
    description: format.description ?? "",
    schemaJson: JSON.stringify(format.schema),
    strict: format.strict ?? undefined,
  };
};

/** The body as a request to inference. Pure. Errors: invalid_request_error that names the field. */
export const toChatRequest = (body: ResponsesBody): ChatRequest => {
  const declared = declaredTools(body);
  const tools = [...declared.values()].map(({ tool }) => tool);
  refuseChoiceOfNone(tools, body.tool_choice);
  const wantsLogprobs = (body.top_logprobs ?? 0) > 0 || (body.include ?? []).includes(LOGPROBS);
  return {
    model: body.model,
    messages: toMessages(body),
    temperature: body.temperature ?? undefined,
    topP: body.top_p ?? undefined,
    maxTokens: body.max_output_tokens ?? undefined,
    stop: [],
    responseFormat: toResponseFormat(body.text),
    tools: chosenTools(tools, allowedNames(body.tool_choice, declared), pathOfAllowed),
    toolChoice: toToolChoice(body.tool_choice, declared),
    parallelToolCalls: body.parallel_tool_calls ?? undefined,
    reasoningEffort: body.reasoning?.effort ?? undefined,
    reasoningSummary: (body.reasoning?.summary ?? "none") !== "none" ? true : undefined,
    verbosity: body.text?.verbosity ?? undefined,
    logprobs: wantsLogprobs ? true : undefined,
    topLogprobs: wantsLogprobs ? (body.top_logprobs ?? undefined) : undefined,
    logitBias: {},
    user: body.user ?? undefined,
    fallbackModels: body.models ?? [],
    continueOnCut: body.continue_on_cut === true,
  };
};
