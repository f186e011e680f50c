import type { Conversation } from "./to-turns";
import type { Turn, WireTool } from "./wire-types";

/**
 * A shorter prompt is not marked. Depending on the model, caching starts at 512 to 4,096 tokens. A mark below a model's
 * own minimum does nothing and costs nothing, so the smallest minimum is used.
 */
export const MIN_MARKED_CHARACTERS = 2_048;
/** The API accepts four marks: one for the tools, one for the system prompt, and these. */
const MARKED_TURNS = 2;

interface Prompt extends Conversation {
  readonly tools: readonly WireTool[];
}

const MARK = { cache_control: { type: "ephemeral" } } as const;

/** Characters of all strings and names in a value, counted no further than `limit`. */
const charactersUpTo = (value: unknown, limit: number): number => {
  if (typeof value === "string") return Math.min(value.length, limit);
  if (typeof value !== "object" || value === null) return 0;
  let characters = 0;
  for (const [name, inner] of Object.entries(value)) {
    if (characters >= limit) return limit;
    characters += (Array.isArray(value) ? 0 : name.length) + charactersUpTo(inner, limit - characters);
  }
  return Math.min(characters, limit);
};

const markLast = <Block extends object>(blocks: readonly Block[]): readonly Block[] => {
  const last = blocks.at(-1);
  return last === undefined ? blocks : [...blocks.slice(0, -1), { ...last, ...MARK }];
};

const markTurn = (turn: Turn): Turn =>
  turn.role === "user" ? { role: "user", content: markLast(turn.content) } : turn;

/**
 * Sets cache marks after the parts of a prompt that a later call may repeat: the tools, the system prompt, and in a
 * conversation the last two turns of the user. A first turn is not marked, because writing to the cache costs money, and
 * a question that is asked once is never read from it.
 */
export const markForCache = (prompt: Prompt): Prompt => {
  let characters = 0;
  /** Whether the prompt is long enough up to and with this part. */
  const isLongWith = (part: unknown): boolean => {
    if (characters < MIN_MARKED_CHARACTERS) characters += charactersUpTo(part, MIN_MARKED_CHARACTERS - characters);
    return characters >= MIN_MARKED_CHARACTERS;
  };
  const tools = isLongWith(prompt.tools) ? markLast(prompt.tools) : prompt.tools;
  const system = isLongWith(prompt.system) ? markLast(prompt.system) : prompt.system;
  const goesOn = prompt.turns.some(({ role }) => role === "assistant");
  const candidates = goesOn
    ? prompt.turns
        .map((turn, index) => (isLongWith(turn.content) && turn.role === "user" ? index : -1))
        .filter((index) => index >= 0)
    : [];
  const marked = new Set(candidates.slice(-MARKED_TURNS));
  return { tools, system, turns: prompt.turns.map((turn, index) => (marked.has(index) ? markTurn(turn) : turn)) };
};
