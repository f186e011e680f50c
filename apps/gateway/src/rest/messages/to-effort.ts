import type { Model } from "@cenote/contracts";
import { effortFromBudget } from "../../bodies/effort-from-budget";
import type { MessagesBody } from "./body";

/** The reasoning that a body requests. */
export interface RequestedEffort {
  /** As `reasoning_effort`; undefined: the model's default. */
  readonly effort: string | undefined;
  /** Fields that are ignored, because the model does not support them. */
  readonly ignored: readonly string[];
}

/** Anthropic's default of `output_config.effort`. */
const DEFAULT_EFFORT = "high";

/**
 * How much the model reasons. `enabled` is a requirement: the call is refused for a model that can't. `adaptive` and an
 * effort are only preferences, which clients send with every call: for a model that does not reason they are ignored
 * and named in a header. Pure.
 * @param model Undefined if not known here; then nothing is ignored.
 */
export const toEffort = (
  { thinking, output_config: output, max_tokens: maxTokens }: MessagesBody,
  model: Pick<Model, "capabilities"> | undefined,
): RequestedEffort => {
  const effort = output?.effort ?? undefined;
  switch (thinking?.type) {
    case "disabled":
    case "between_tools":
      return { effort: "none", ignored: [] };
    case "enabled":
      return { effort: effort ?? effortFromBudget(thinking.budget_tokens, maxTokens), ignored: [] };
    case "adaptive":
    case undefined: {
      const fields = [...(thinking ? ["thinking"] : []), ...(effort === undefined ? [] : ["output_config.effort"])];
      if (model !== undefined && !model.capabilities.includes("reasoning"))
        return { effort: undefined, ignored: fields };
      return { effort: effort ?? (thinking ? DEFAULT_EFFORT : undefined), ignored: [] };
    }
  }
};
