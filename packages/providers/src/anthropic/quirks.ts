import { createQuirkReader, headerName, oneOf, wholeNumber, yesOrNo } from "../quirk-choices";
import { type ModelTraits, traitsOf } from "./traits";

/** What a target takes: its model's traits, and over them what the catalog says in `quirks`, there in snake_case. */
export interface Quirks extends ModelTraits {
  /** `default_max_tokens`: for calls that give none; the protocol wants one. */
  readonly defaultMaxTokens: number;
  /** `prompt_caching`: marks long prompts, so that what repeats is read from the cache. */
  readonly promptCaching: boolean;
  /** `key_header`: `authorization` carries `Bearer <key>`, any other the bare key. */
  readonly keyHeader: string;
}

/**
 * Room for an answer nobody gave a maximum for, where the model may write as much. Not the model's own maximum: older
 * models refuse a prompt that leaves no room for it in their context.
 */
const DEFAULT_MAX_TOKENS = 32_000;

export const { check: checkQuirks, of: quirksOf } = createQuirkReader<Quirks>(
  {
    default_max_tokens: wholeNumber("defaultMaxTokens", "a number of tokens"),
    prompt_caching: yesOrNo("promptCaching"),
    sampling: oneOf("sampling", "both", "one", "none"),
    thinking: oneOf("thinking", "none", "budget", "adaptive"),
    thinking_off: oneOf("thinkingOff", "omit", "disabled", "between_tools", "never"),
    xhigh_effort: yesOrNo("xhighEffort"),
    forced_tools: yesOrNo("forcedTools"),
    structured_outputs: yesOrNo("structuredOutputs"),
    assistant_prefix: yesOrNo("assistantPrefix"),
    bound_thinking: yesOrNo("boundThinking"),
    late_instructions: yesOrNo("lateInstructions"),
    key_header: headerName("keyHeader"),
  },
  ({ model, maxOutputTokens }) => {
    const traits = traitsOf(model);
    return {
      ...traits,
      defaultMaxTokens: Math.min(maxOutputTokens ?? traits.maxOutputTokens, DEFAULT_MAX_TOKENS),
      promptCaching: true,
      keyHeader: "x-api-key",
    };
  },
);
