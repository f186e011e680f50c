/** What a model takes, as far as requests have to differ for it. */
export interface ModelTraits {
  /** The most an answer may have. */
  readonly maxOutputTokens: number;
  /** What it takes of temperature and top_p: both together, one of them, or nothing but the default. */
  readonly sampling: "both" | "one" | "none";
  /** How it is made to think: not at all, with a budget of tokens, or as deep as it finds right. */
  readonly thinking: "none" | "budget" | "adaptive";
  /** How it is kept from thinking: it does not think unasked (`omit`), by one of two words, or not at all. */
  readonly thinkingOff: "omit" | "disabled" | "between_tools" | "never";
  /** Has an effort between high and max. */
  readonly xhighEffort: boolean;
  /** Can be made to call a tool. */
  readonly forcedTools: boolean;
  /** Takes `output_config.format` and strict tools. */
  readonly structuredOutputs: boolean;
  /** Goes on from a last message of the assistant's; without, the API refuses such a call. */
  readonly assistantPrefix: boolean;
  /** Reads its earlier thinking only if nothing before it has changed, and may be asked to ignore the rest. */
  readonly boundThinking: boolean;
  /** Takes instructions behind the user's words; without, they go to the top, as if said from the beginning. */
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

/** Traits by the model's name. A Claude nobody knows is taken for the newest. */
export const traitsOf = (model: string): ModelTraits => {
  if (!model.includes("claude")) return NO_CLAUDE;
  const name = NAME.exec(model);
  const generations = LINES.get(name?.[1] ?? name?.[4] ?? "");
  if (name === null || generations === undefined) return CLAUDE_5_5;
  const version = versionOf(name[2] ?? "", name[3] ?? "0");
  const generation = generations.findLast(([from]) => versionOf(...(from.split(".") as [string, string])) <= version);
  return generation?.[1] ?? CLAUDE_3;
};
