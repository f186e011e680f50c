import { isGiven } from "../../schema/is-given";
import { effortFromBudget } from "../effort-from-budget";
import type { ChatBody } from "./body";

type EffortFields = Pick<
  ChatBody,
  "reasoning_effort" | "reasoning" | "thinking" | "max_tokens" | "max_completion_tokens"
>;
type EffortField = "reasoning_effort" | "reasoning" | "thinking";

/** The reasoning effort that a body asks for. */
export interface WantedEffort {
  /** Undefined: the model's default. */
  readonly effort: string | undefined;
  /** The field that it was read from. */
  readonly field: EffortField;
  /** Fields that are ignored, wholly or in part. */
  readonly ignored: readonly EffortField[];
}

/** What one field requests. */
interface Asked {
  readonly effort: string | undefined;
  readonly hasMore: boolean;
}

/** Assumed without a limit on the answer. Then budgets above two thirds of it mean `high`, as in LiteLLM. */
const USUAL_MAX_TOKENS = 16_000;
const ENABLED = "medium";
/** Anthropic's default for adaptive thinking. */
const ADAPTIVE = "high";

const maxTokensOf = (body: EffortFields): number => body.max_completion_tokens ?? body.max_tokens ?? USUAL_MAX_TOKENS;

/** @returns Undefined without a budget. */
const effortOf = (budget: number | null | undefined, maxTokens: number): string | undefined => {
  if (!isGiven(budget)) return undefined;
  return budget === 0 ? "none" : effortFromBudget(budget, maxTokens);
};

/** The effort in OpenRouter's field. */
const ofReasoning = (reasoning: NonNullable<ChatBody["reasoning"]>, maxTokens: number): Asked => {
  const { effort, enabled, max_tokens: budget, ...others } = reasoning;
  const { exclude, ...more } = others as { readonly exclude?: unknown };
  const fromBudget = effortOf(budget, maxTokens);
  const ofSwitch = enabled === false ? "none" : (fromBudget ?? (enabled === true ? ENABLED : undefined));
  const asked = effort ?? ofSwitch;
  const contradicts =
    (typeof enabled === "boolean" && enabled === (asked === "none")) ||
    (fromBudget !== undefined && asked !== fromBudget);
  return { effort: asked, hasMore: contradicts || exclude === true || Object.values(more).some(isGiven) };
};

/** The effort in Anthropic's field, as LiteLLM and others accept it for chats. */
const ofThinking = ({ type, budget_tokens: budget }: NonNullable<ChatBody["thinking"]>, maxTokens: number): Asked => {
  switch (type ?? "") {
    case "enabled":
      return { effort: effortOf(budget, maxTokens) ?? ENABLED, hasMore: false };
    case "adaptive":
      return { effort: ADAPTIVE, hasMore: false };
    case "disabled":
      return { effort: "none", hasMore: false };
    default:
      return { effort: undefined, hasMore: true };
  }
};

/** `reasoning_effort` takes precedence over `reasoning`, and `reasoning` over `thinking`. Pure. */
export const wantedEffort = (body: EffortFields): WantedEffort => {
  const { reasoning_effort: own, reasoning, thinking } = body;
  const maxTokens = maxTokensOf(body);
  const asked: [EffortField, Asked][] = [];
  if (isGiven(own)) asked.push(["reasoning_effort", { effort: own, hasMore: false }]);
  if (isGiven(reasoning)) asked.push(["reasoning", ofReasoning(reasoning, maxTokens)]);
  if (isGiven(thinking)) asked.push(["thinking", ofThinking(thinking, maxTokens)]);
  const [field, { effort }] = asked.find(([, one]) => one.effort !== undefined) ?? [
    "reasoning_effort" as const,
    { effort: undefined },
  ];
  return {
    effort,
    field,
    ignored: asked
      .filter(([, one]) => one.hasMore || (one.effort !== undefined && one.effort !== effort))
      .map(([name]) => name),
  };
};
