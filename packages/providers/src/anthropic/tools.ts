import { createFlatParameters, REFUSED_BY_ANTHROPIC } from "../requests/flat-parameters";
import type { ChatCall, ChatMessage, Tool } from "../spec";
import type { GrammarRoom } from "./grammar-room";
import type { Quirks } from "./quirks";
import { ANSWER_TOOL, type FormatPlan } from "./response-format";
import type { WireTool, WireToolChoice } from "./wire-types";

export interface ToolPlan {
  readonly tools: readonly WireTool[];
  readonly choice: WireToolChoice | undefined;
  /** Whether the model has to call a tool. */
  readonly forced: boolean;
}

const flatParameters = createFlatParameters(REFUSED_BY_ANTHROPIC);

const NO_ARGUMENTS = { type: "object", properties: {} };
const ANY_ARGUMENTS = { type: "object" };

const toWireTool = (
  { name, description, parameters, strict }: Tool,
  quirks: Quirks,
  grammars: GrammarRoom,
): WireTool => {
  const schema = parameters === undefined ? NO_ARGUMENTS : flatParameters(parameters);
  const grammar = strict === true && quirks.structuredOutputs ? grammars.ofTool(schema) : undefined;
  return grammar === undefined
    ? { name, description, input_schema: schema }
    : { name, description, input_schema: grammar, strict: true };
};

/** Declarations of the tools that a conversation has called, if the call declares none: the API requires them. */
const rememberedTools = (messages: readonly ChatMessage[]): WireTool[] => {
  const names = new Set(messages.flatMap(({ toolCalls = [] }) => toolCalls.map(({ name }) => name)));
  return [...names].map((name) => ({ name, input_schema: ANY_ARGUMENTS }));
};

const toChoice = (call: ChatCall, quirks: Quirks): WireToolChoice | undefined => {
  const disable_parallel_tool_use = call.parallelToolCalls === false ? true : undefined;
  const choice = call.toolChoice ?? { mode: "auto" };
  if (choice.mode === "none") return { type: "none" };
  if (choice.mode === "auto" || !quirks.forcedTools)
    return disable_parallel_tool_use === undefined ? undefined : { type: "auto", disable_parallel_tool_use };
  return choice.mode === "function"
    ? { type: "tool", name: choice.name, disable_parallel_tool_use }
    : { type: "any", disable_parallel_tool_use };
};

/** With a tool for the answer among the tools, the model either answers or calls another. */
const withAnswerTool = (own: ToolPlan, { schema, description }: Extract<FormatPlan, { how: "tool" }>): ToolPlan => {
  const tools = [...own.tools, { name: ANSWER_TOOL, description, input_schema: flatParameters(schema) }];
  if (own.choice?.type === "tool") return { ...own, tools };
  const onlyAnswer = own.tools.length === 0 || own.choice?.type === "none";
  return {
    tools,
    choice: onlyAnswer
      ? { type: "tool", name: ANSWER_TOOL, disable_parallel_tool_use: true }
      : { type: "any", disable_parallel_tool_use: true },
    forced: true,
  };
};

export const planTools = (call: ChatCall, format: FormatPlan, quirks: Quirks, grammars: GrammarRoom): ToolPlan => {
  const declared = (call.tools ?? []).map((tool) => toWireTool(tool, quirks, grammars));
  const tools = declared.length === 0 ? rememberedTools(call.messages) : declared;
  const choice: WireToolChoice | undefined =
    declared.length > 0 ? toChoice(call, quirks) : tools.length > 0 ? { type: "none" } : undefined;
  const own = { tools, choice, forced: choice?.type === "any" || choice?.type === "tool" };
  return format.how === "tool" ? withAnswerTool(own, format) : own;
};
