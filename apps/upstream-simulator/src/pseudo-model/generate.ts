import type { Behaviour } from "../behaviour/behaviour";
import { sampleJson, type JsonSchema } from "./json-sample";
import { countTokens, firstTokens } from "./tokens";
import { pseudoText } from "./words";

/** A chat request, independent of any provider's format. */
export interface Prompt {
  /** Determines the answer: the last user message, without directives. */
  readonly asked: string;
  /** Text of an assistant message that the answer continues, if the provider supports that. Empty: none. */
  readonly prefix: string;
  readonly promptTokens: number;
  /** Tokens of reasoning and answer together. */
  readonly maxTokens: number | undefined;
  readonly stop: readonly string[];
  readonly tools: readonly PromptTool[];
  readonly toolChoice: "none" | "auto" | "required" | { readonly name: string };
  readonly parallelTools: boolean;
  /** The last message is a tool's result. */
  readonly afterTool: boolean;
  /** Names of the tools that were called since the user's last message. */
  readonly calledTools: readonly string[];
  /** Undefined: free text. `{}`: any object. */
  readonly schema: JsonSchema | undefined;
  /** The model reasons by default. */
  readonly reasons: boolean;
}

export interface PromptTool {
  readonly name: string;
  readonly parameters: JsonSchema;
}

export interface Generation {
  readonly reasoning: string;
  /** Empty with a refusal and, mostly, with tool calls. */
  readonly text: string;
  readonly refusal: string;
  readonly toolCalls: readonly { readonly name: string; readonly arguments: string }[];
  readonly finish: string;
  /** The stop sequence that ended the text, if one did. */
  readonly stopSequence?: string | undefined;
  readonly tokens: GenerationTokens;
}

export interface GenerationTokens {
  readonly prompt: number;
  /** Among those of the prompt. */
  readonly cached: number;
  /** Of text, refusal and tool calls. */
  readonly visible: number;
  readonly reasoning: number;
}

const UNASKED_REASONING_WORDS = 12;
const TOOL_CALL_TOKENS = 3;
const REFUSAL = "I'm sorry, but I can't help with that.";

/** The model: the same prompt and behaviour always give the same answer. */
export const generate = (prompt: Prompt, behaviour: Behaviour): Generation => {
  const reasoning = think(prompt, behaviour);
  const reasoningTokens = countTokens(reasoning);
  const budget = prompt.maxTokens === undefined ? Infinity : Math.max(0, prompt.maxTokens - reasoningTokens);
  const cut = prompt.maxTokens !== undefined && reasoningTokens >= prompt.maxTokens;
  const tokens = {
    prompt: prompt.promptTokens,
    cached: Math.min(behaviour.cached, prompt.promptTokens),
    reasoning: cut ? prompt.maxTokens : reasoningTokens,
  };
  const said = cut ? { ...NOTHING, finish: "length" } : say(prompt, behaviour, budget);
  return {
    ...said,
    reasoning: cut ? firstTokens(reasoning, prompt.maxTokens) : reasoning,
    finish: behaviour.finish ?? said.finish,
    tokens: { ...tokens, visible: visibleTokens(said) },
  };
};

type Said = Pick<Generation, "text" | "refusal" | "toolCalls" | "finish" | "stopSequence">;
const NOTHING: Said = { text: "", refusal: "", toolCalls: [], finish: "stop" };

const say = (prompt: Prompt, behaviour: Behaviour, budget: number): Said => {
  if (behaviour.refuse) return { ...NOTHING, refusal: firstTokens(REFUSAL, budget) };
  const tools = toolsToCall(prompt, behaviour);
  if (tools.length > 0) return callTools(prompt, tools, budget);
  const whole =
    prompt.schema === undefined ? freeText(prompt, behaviour) : JSON.stringify(jsonAnswer(prompt, prompt.schema));
  return { ...NOTHING, ...limit(whole, prompt.stop, budget) };
};

const think = (prompt: Prompt, behaviour: Behaviour): string => {
  const words = behaviour.reasoning ?? (prompt.reasons ? UNASKED_REASONING_WORDS : 0);
  return words === 0 ? "" : pseudoText(`Thinking about ${prompt.asked}`, words);
};

const freeText = (prompt: Prompt, behaviour: Behaviour): string => {
  const text = behaviour.text ?? pseudoText(prompt.asked, behaviour.words);
  return prompt.prefix !== "" && text.startsWith(prompt.prefix) ? text.slice(prompt.prefix.length) : text;
};

/** Without a schema, JSON mode returns the text in an object. */
const jsonAnswer = (prompt: Prompt, schema: JsonSchema): unknown =>
  Object.keys(schema).length === 0 ? { answer: pseudoText(prompt.asked) } : sampleJson(schema, prompt.asked);

const limit = (
  whole: string,
  stop: readonly string[],
  budget: number,
): Pick<Said, "text" | "finish" | "stopSequence"> => {
  const made = firstTokens(whole, budget);
  const found = stop
    .map((sequence) => ({ sequence, place: made.indexOf(sequence) }))
    .filter(({ place }) => place >= 0)
    .toSorted((one, other) => one.place - other.place);
  const [first] = found;
  if (first !== undefined) return { text: made.slice(0, first.place), finish: "stop", stopSequence: first.sequence };
  return { text: made, finish: made.length < whole.length ? "length" : "stop" };
};

const toolsToCall = (prompt: Prompt, behaviour: Behaviour): readonly PromptTool[] => {
  const { tools, toolChoice, calledTools } = prompt;
  if (tools.length === 0 || toolChoice === "none") return [];
  if (typeof toolChoice === "object") return tools.filter((tool) => tool.name === toolChoice.name).slice(0, 1);
  const asked = behaviour.tools ?? (toolChoice === "required" ? 1 : 0);
  const named = prompt.afterTool ? [] : tools.filter((tool) => prompt.asked.includes(tool.name));
  // If calls are forced at every turn, the last of the tools ends the loop: it is often the one for the final answer.
  const waiting = tools.toSorted(
    (one, other) => Number(calledTools.includes(one.name)) - Number(calledTools.includes(other.name)),
  );
  // `tools=3` with one tool declared calls it three times.
  const wanted =
    asked > named.length
      ? Array.from({ length: asked }, (_call, index) => waiting[index % waiting.length] ?? waiting[0]!)
      : named;
  return prompt.parallelTools ? wanted : wanted.slice(0, 1);
};

const callTools = (prompt: Prompt, tools: readonly PromptTool[], budget: number): Said => {
  const toolCalls: { name: string; arguments: string }[] = [];
  let left = budget;
  for (const [index, tool] of tools.entries()) {
    const whole = JSON.stringify(
      sampleJson({ type: "object", ...tool.parameters }, `${prompt.asked} ${tool.name} ${index}`),
    );
    left -= TOOL_CALL_TOKENS + countTokens(tool.name);
    if (left <= 0) return { ...NOTHING, toolCalls, finish: "length" };
    const written = firstTokens(whole, left);
    toolCalls.push({ name: tool.name, arguments: written });
    if (written.length < whole.length) return { ...NOTHING, toolCalls, finish: "length" };
    left -= countTokens(whole);
  }
  return { ...NOTHING, toolCalls, finish: "tool_calls" };
};

const visibleTokens = (said: Said): number =>
  countTokens(said.text) +
  countTokens(said.refusal) +
  said.toolCalls.reduce(
    (sum, call) => sum + TOOL_CALL_TOKENS + countTokens(call.name) + countTokens(call.arguments),
    0,
  );
