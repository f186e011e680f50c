import type { Directive } from "../behaviour/behaviour";
import { readDirectives } from "../behaviour/directives";
import type { Prompt } from "../pseudo-model/generate";
import { countTokens } from "../pseudo-model/tokens";
import { capabilitiesOf } from "./models";
import { blocksOf, turnsOf, type Turn } from "./turns";
import type { Block, MessagesRequest } from "./wire-types";

const TOKENS_PER_TURN = 4;
const TOKENS_BEFORE_ANSWER = 3;
const TOKENS_PER_TOOL_BLOCK = 4;
/** For a 1024 x 1024 image. */
const IMAGE_TOKENS = 1_398;
/** For one page, as text and picture; the pages of a file are not counted. */
const DOCUMENT_TOKENS = 2_300;
/** A shorter prompt is not written to the cache, even if marked. */
const MIN_CACHED_TOKENS = 1_024;

export interface DirectedPrompt {
  readonly prompt: Prompt;
  readonly directives: readonly Directive[];
  /** Prompt tokens up to the last cache mark; 0 if that is too short to cache. */
  readonly markedTokens: number;
}

/** Directives are read from the last user message; their text costs no tokens. Throws SettingError. */
export const toPrompt = (request: MessagesRequest): DirectedPrompt => {
  const turns = turnsOf(request.messages);
  const lastUser = turns.findLastIndex((turn) => turn.role === "user" && textOf(turn.blocks) !== "");
  const { text: asked, directives } = readDirectives(textOf(turns[lastUser]?.blocks ?? []));
  const last = turns.at(-1);
  const { total, marked } = countPrompt(
    request,
    directives.length === 0 ? turns : turns.map((turn, index) => (index === lastUser ? withText(turn, asked) : turn)),
  );
  const prompt: Prompt = {
    asked,
    prefix: last?.role === "assistant" ? textOf(last.blocks) : "",
    promptTokens: total,
    maxTokens: request.max_tokens,
    stop: request.stop_sequences ?? [],
    tools: (request.tools ?? []).map((tool) => ({ name: tool.name, parameters: tool.input_schema })),
    toolChoice: toolChoice(request),
    parallelTools: request.tool_choice?.disable_parallel_tool_use !== true,
    afterTool: last?.role === "user" && last.blocks.some((block) => block.type === "tool_result"),
    calledTools: turns
      .slice(lastUser + 1)
      .flatMap(({ blocks }) => blocks.flatMap(({ type, name }) => (type === "tool_use" ? [name ?? ""] : []))),
    schema: request.output_config?.format?.schema ?? (isToldJson(request) ? {} : undefined),
    reasons: thinks(request),
  };
  return { prompt, directives, markedTokens: marked >= MIN_CACHED_TOKENS ? marked : 0 };
};

/** There is no JSON mode, but an instruction to answer in JSON is followed. */
const isToldJson = ({ system }: MessagesRequest): boolean =>
  /\bone JSON object\b/.test(typeof system === "string" ? system : (system ?? []).map(({ text }) => text).join("\n"));

const thinks = ({ model, thinking }: MessagesRequest): boolean => {
  if (thinking === undefined) return capabilitiesOf(model).thinksByDefault;
  return thinking.type === "enabled" || thinking.type === "adaptive";
};

const toolChoice = ({ tool_choice: choice }: MessagesRequest): Prompt["toolChoice"] => {
  switch (choice?.type) {
    case "tool":
      return { name: choice.name ?? "" };
    case "any":
      return "required";
    case "none":
      return "none";
    case "auto":
    case undefined:
      return "auto";
  }
};

const textOf = (blocks: readonly Block[]): string =>
  blocks
    .map((block) => (block.type === "text" ? (block.text ?? "") : ""))
    .filter((text) => text !== "")
    .join("\n");

/** The turn with its text replaced. */
const withText = (turn: Turn, text: string): Turn => {
  const first = turn.blocks.find((block) => block.type === "text");
  return {
    ...turn,
    blocks: turn.blocks
      .filter((block) => block.type !== "text" || block === first)
      .map((block) => (block === first ? { ...block, text } : block)),
  };
};

/** Tools, system prompt and turns, in the order in which they are cached. */
const countPrompt = (request: MessagesRequest, turns: readonly Turn[]): { total: number; marked: number } => {
  let total = TOKENS_BEFORE_ANSWER;
  let marked = 0;
  const add = (tokens: number, mark: Block["cache_control"]) => {
    total += tokens;
    if (mark !== undefined && mark !== null) marked = total;
  };
  for (const { cache_control, ...tool } of request.tools ?? []) add(countTokens(JSON.stringify(tool)), cache_control);
  for (const block of blocksOf(request.system)) add(blockTokens(block), block.cache_control);
  for (const turn of turns) {
    add(TOKENS_PER_TURN, undefined);
    for (const block of turn.blocks) add(blockTokens(block), block.cache_control);
  }
  for (const { role, content } of request.messages)
    if (role === "system")
      add(TOKENS_PER_TURN + blocksOf(content).reduce((sum, one) => sum + blockTokens(one), 0), null);
  const schema = request.output_config?.format?.schema;
  return { total: total + (schema === undefined ? 0 : countTokens(JSON.stringify(schema))), marked };
};

const blockTokens = (block: Block): number => {
  switch (block.type) {
    case "image":
      return IMAGE_TOKENS;
    case "document":
      return DOCUMENT_TOKENS;
    case "tool_use":
      return TOKENS_PER_TOOL_BLOCK + countTokens(block.name ?? "") + countTokens(JSON.stringify(block.input));
    case "tool_result":
      return TOKENS_PER_TOOL_BLOCK + blocksOf(block.content).reduce((sum, inner) => sum + blockTokens(inner), 0);
    default:
      return countTokens(block.text ?? block.thinking ?? "");
  }
};
