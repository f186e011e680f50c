/** What a model supports, as far as requests depend on it. */
export interface ModelTraits {
  /** Most tokens of an answer. */
  readonly maxOutputTokens: number;
  /** Which of temperature and top_p it accepts: both together, one of them, or only the defaults. */
  readonly sampling: "both" | "one" | "none";
  /** How thinking is requested: not at all, with a budget of tokens, or adaptively. */
  readonly thinking: "none" | "budget" | "adaptive";
  /** How thinking is turned off: by omitting it (`omit`), by one of two values, or not at all. */
  readonly thinkingOff: "omit" | "disabled" | "between_tools" | "never";
  /** Has an effort between high and max. */
  readonly xhighEffort: boolean;
  /** Can be forced to call a tool. */
  readonly forcedTools: boolean;
  /** Supports `output_config.format` and strict tools. */
  readonly structuredOutputs: boolean;
  /** Supports prefill: a last message of the assistant. Otherwise the API refuses such a call. */
  readonly assistantPrefix: boolean;
  /** Accepts its earlier thinking only if nothing before it has changed. A request may have the rest ignored. */
  readonly boundThinking: boolean;
  /** Accepts instructions after messages of the user. Otherwise they are moved to the system prompt. */
  readonly lateInstructions: boolean;
}

const CLAUDE_3: ModelTraits = {
  maxOutputTokens: 4_096,
  sampling: "both",
  thinking: "none",
  thinkingOff: "omit",
  xhighEffort: false,
  forcedTools: true,
  structuredOutputs: false,
  assistantPrefix: true,
  boundThinking: false,
  lateInstructions: false,
};
const CLAUDE_3_5: ModelTraits = { ...CLAUDE_3, maxOutputTokens: 8_192 };
const CLAUDE_3_7: ModelTraits = { ...CLAUDE_3, maxOutputTokens: 64_000, thinking: "budget" };
const OPUS_4: ModelTraits = { ...CLAUDE_3_7, maxOutputTokens: 32_000 };
const CLAUDE_4_5: ModelTraits = { ...CLAUDE_3_7, sampling: "one", structuredOutputs: true };
const CLAUDE_4_6: ModelTraits = {
  ...CLAUDE_4_5,
  maxOutputTokens: 128_000,
  thinking: "adaptive",
  assistantPrefix: false,
};
const OPUS_4_7: ModelTraits = { ...CLAUDE_4_6, sampling: "none", xhighEffort: true };
const OPUS_4_8: ModelTraits = { ...OPUS_4_7, lateInstructions: true };
const CLAUDE_5: ModelTraits = { ...OPUS_4_8, thinkingOff: "disabled" };
const FABLE_5: ModelTraits = { ...OPUS_4_8, thinkingOff: "never" };
const CLAUDE_5_5: ModelTraits = { ...FABLE_5, forcedTools: false, boundThinking: true };

/** Other providers that speak this protocol. */
const NO_CLAUDE: ModelTraits = { ...CLAUDE_3_5, thinking: "budget" };

type Generation = readonly [from: string, traits: ModelTraits];

/**
 * Each line's generations, oldest first, each from its version on. Sources: the model pages of Anthropic's
 * documentation, the migration guide to each generation, and its models API, which tells the same by model.
 */
const LINES: ReadonlyMap<string, readonly Generation[]> = new Map<string, readonly Generation[]>([
  ["instant", [["1.0", CLAUDE_3]]],
  [
    "opus",
    [
      ["3.0", CLAUDE_3],
      ["4.0", OPUS_4],
      ["4.1", { ...OPUS_4, sampling: "one" }],
      ["4.5", CLAUDE_4_5],
      ["4.6", CLAUDE_4_6],
      ["4.7", OPUS_4_7],
      ["4.8", OPUS_4_8],
      ["5.0", CLAUDE_5],
      ["5.5", CLAUDE_5_5],
    ],
  ],
  [
    "sonnet",
    [
      ["3.0", CLAUDE_3],
      ["3.5", CLAUDE_3_5],
      ["3.7", CLAUDE_3_7],
      ["4.5", CLAUDE_4_5],
      ["4.6", CLAUDE_4_6],
      ["5.0", CLAUDE_5],
      ["5.5", { ...CLAUDE_5_5, thinkingOff: "between_tools" }],
    ],
  ],
  [
    "haiku",
    [
      ["3.0", CLAUDE_3],
      ["3.5", CLAUDE_3_5],
      ["4.5", CLAUDE_4_5],
      ["5.5", { ...CLAUDE_5, boundThinking: true }],
    ],
  ],
  [
    "fable",
    [
      ["5.0", FABLE_5],
      ["5.1", CLAUDE_5_5],
    ],
  ],
  [
    "mythos",
    [
      ["5.0", FABLE_5],
      ["5.1", CLAUDE_5_5],
    ],
  ],
]);

/** `claude-sonnet-4-5-20250929`, `claude-3-7-sonnet-latest`, `anthropic/claude-opus-4.6`: a date is no version. */
const NAME = /claude-(?:([a-z]+)-)?(\d{1,2})(?:[.-](\d{1,2}))?(?!\d)(?:-([a-z]+))?/;

const MINORS = 100;
const versionOf = (major: string, minor: string): number => Number(major) * MINORS + Number(minor);

/** Traits by the model's name. An unknown Claude counts as the newest. */
export const traitsOf = (model: string): ModelTraits => {
  if (!model.includes("claude")) return NO_CLAUDE;
  const name = NAME.exec(model);
  const generations = LINES.get(name?.[1] ?? name?.[4] ?? "");
  if (name === null || generations === undefined) return CLAUDE_5_5;
  const version = versionOf(name[2] ?? "", name[3] ?? "0");
  const generation = generations.findLast(([from]) => versionOf(...(from.split(".") as [string, string])) <= version);
  return generation?.[1] ?? CLAUDE_3;
};
