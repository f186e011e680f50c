import { REASONING_EFFORTS } from "@cenote/core";
import { createQuirkReader, headerName, oneOf, someOf, yesOrNo } from "../quirk-choices";
import { WHEN, type When } from "../requests/reasoning-effort";

/**
 * How a target deviates. In the catalog these are snake_case keys of `quirks`. Quirks that `openai-compatible` has as well
 * have the same names and meanings.
 */
export interface Quirks {
  /** `sampling`: when it accepts temperature, top_p and logprobs. */
  readonly sampling: When;
  /** `reasoning_efforts`: the efforts it knows. For any other the nearest of these is requested. Empty: it does not reason. */
  readonly reasoningEfforts: readonly string[];
  /**
   * `reasoning_summary`: returns its reasoning as text. OpenAI refuses calls that request it until an organization is
   * verified.
   */
  readonly reasoningSummary: boolean;
  /** `obfuscation_off`: pads stream events with random text unless asked not to. */
  readonly obfuscationOff: boolean;
  /** `custom_tools`: supports tools that are called with free text, and enforces their grammars. OpenAI's from GPT-5 on. */
  readonly customTools: boolean;
  /** `verbosity`: supports the setting for the length of an answer. OpenAI's from GPT-5 on. */
  readonly verbosity: boolean;
  /** `schemas`: the JSON Schemas that it accepts. With `openai` others are rewritten. */
  readonly schemas: "openai" | "any";
  /** `cache_breakpoints`: its cache is read only up to earlier breakpoints, so long instructions get one. */
  readonly cacheBreakpoints: boolean;
  /** `key_header`: `authorization` carries `Bearer <key>`, any other the bare key. */
  readonly keyHeader: string;
}

const DEFAULT_QUIRKS: Quirks = {
  sampling: "always",
  reasoningEfforts: REASONING_EFFORTS,
  reasoningSummary: true,
  obfuscationOff: false,
  customTools: false,
  verbosity: false,
  schemas: "openai",
  cacheBreakpoints: false,
  keyHeader: "authorization",
};

export const { check: checkQuirks, of: quirksOf } = createQuirkReader<Quirks>(
  {
    sampling: oneOf("sampling", ...WHEN),
    reasoning_efforts: someOf("reasoningEfforts", ...REASONING_EFFORTS),
    reasoning_summary: yesOrNo("reasoningSummary"),
    obfuscation_off: yesOrNo("obfuscationOff"),
    custom_tools: yesOrNo("customTools"),
    verbosity: yesOrNo("verbosity"),
    schemas: oneOf("schemas", "openai", "any"),
    cache_breakpoints: yesOrNo("cacheBreakpoints"),
    key_header: headerName("keyHeader"),
  },
  () => DEFAULT_QUIRKS,
);
