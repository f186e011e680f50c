import { createQuirkReader, headerName, oneOf, wholeNumber, yesOrNo } from "../quirk-choices";
import { type ModelTraits, traitsOf } from "./traits";

/** What a target supports: its model's traits, overridden by the catalog's `quirks`, which are in snake_case there. */
export interface Quirks extends ModelTraits {
  /** `default_max_tokens`: for calls without max_tokens, which the protocol requires. */
  readonly defaultMaxTokens: number;
  /** `prompt_caching`: long prompts get cache marks, so that repeated parts are read from the cache. */
  readonly promptCaching: boolean;
  /** `key_header`: `authorization` carries `Bearer <key>`, any other the bare key. */
  readonly keyHeader: string;
}

/**
 * The maximum for calls without one, if the model can write as much. It is not the model's own maximum, because older
 * models refuse a prompt that leaves no room for that in their context window.
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
