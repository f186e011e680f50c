import type { Quirks } from "./quirks";

interface ThinkingConfig {
  readonly includeThoughts?: boolean;
  readonly thinkingBudget?: number;
  readonly thinkingLevel?: string;
}

/** Tokens for each effort: those of Google's own OpenAI-compatible endpoint. */
const BUDGETS: ReadonlyMap<string, number> = new Map([
  ["minimal", 1_024],
  ["low", 1_024],
  ["medium", 8_192],
  ["high", 24_576],
  ["xhigh", 24_576],
  ["max", 24_576],
]);
const LEVELS: ReadonlyMap<string, string> = new Map([
  ["minimal", "MINIMAL"],
  ["low", "LOW"],
  ["medium", "MEDIUM"],
  ["high", "HIGH"],
  ["xhigh", "XHIGH"],
]);

/** Whether the target supports the effort. */
export const canThink = (effort: string, quirks: Quirks): boolean =>
  effort === "none"
    ? quirks.thinking === "none" || quirks.thinkingOff
    : quirks.thinking !== "none" && BUDGETS.has(effort);

const levelOf = (effort: string, { lowestThinkingLevel, highestThinkingLevel }: Quirks): string | undefined => {
  if (effort === "minimal") return LEVELS.get(lowestThinkingLevel);
  return LEVELS.get(effort === "xhigh" || effort === "max" ? highestThinkingLevel : effort);
};

/**
 * `thinkingConfig` for a reasoning effort. Thoughts are always requested: they are charged either way, and with them a
 * stream is not silent while the model thinks.
 */
export const toThinkingConfig = (effort: string | undefined, quirks: Quirks): ThinkingConfig | undefined => {
  if (quirks.thinking === "none") return undefined;
  const thoughts = quirks.includeThoughts ? { includeThoughts: true } : {};
  if (effort === undefined || !canThink(effort, quirks)) return quirks.includeThoughts ? thoughts : undefined;
  // The API refuses `includeThoughts` when thinking is off.
  if (effort === "none") return { thinkingBudget: 0 };
  const amount =
    quirks.thinking === "budget" ? { thinkingBudget: BUDGETS.get(effort) } : { thinkingLevel: levelOf(effort, quirks) };
  return { ...thoughts, ...amount };
};
