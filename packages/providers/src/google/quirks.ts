import { createQuirkReader, oneOf, yesOrNo } from "../quirk-choices";

/** How Google's models differ. In the catalog these are snake_case keys of `quirks`. */
export interface Quirks {
  /** `thinking`: set by a level or by a budget of tokens; `none`: the model does not think. */
  readonly thinking: "level" | "budget" | "none";
  /** `thinking_off`: thinking can be turned off. */
  readonly thinkingOff: boolean;
  /** `lowest_thinking_level` */
  readonly lowestThinkingLevel: "minimal" | "low";
  /** `highest_thinking_level` */
  readonly highestThinkingLevel: "high" | "xhigh";
  /** `include_thoughts`: can return its reasoning as text. */
  readonly includeThoughts: boolean;
  /** `thought_signatures`: refuses a function call of an earlier turn if its signature is missing. */
  readonly thoughtSignatures: boolean;
  /** `system_instruction`: accepts one. Otherwise the system's text is put before the user's. */
  readonly systemInstruction: boolean;
  /** `image_urls`: fetches images from https URLs itself. */
  readonly imageUrls: boolean;
  /** `json_with_tools`: accepts a JSON response format and functions in one request, unless it is forced to call one. */
  readonly jsonWithTools: boolean;
  /** `sampling`: honours temperature and top_p. Otherwise they are ignored. */
  readonly sampling: boolean;
  /** `assistant_prefix`: continues a last message of the assistant. Otherwise the API refuses such a call. */
  readonly assistantPrefix: boolean;
  /** `penalties`: accepts presence and frequency penalties. */
  readonly penalties: boolean;
  /** `logprobs` */
  readonly logprobs: boolean;
}

/** Models that do not think. */
const FIRST_GENERATIONS: Quirks = {
  thinking: "none",
  thinkingOff: false,
  lowestThinkingLevel: "low",
  highestThinkingLevel: "high",
  includeThoughts: false,
  thoughtSignatures: false,
  systemInstruction: true,
  imageUrls: false,
  jsonWithTools: false,
  sampling: true,
  assistantPrefix: true,
  penalties: true,
  logprobs: true,
};
const GEMINI_2_5: Quirks = {
  ...FIRST_GENERATIONS,
  thinking: "budget",
  thinkingOff: true,
  includeThoughts: true,
  imageUrls: true,
  penalties: false,
  logprobs: false,
};
const GEMINI_3: Quirks = {
  ...GEMINI_2_5,
  thinking: "level",
  thinkingOff: false,
  thoughtSignatures: true,
  jsonWithTools: true,
};
/** Gemma, and other models of the API: no optional feature is used. */
const OTHER: Quirks = { ...FIRST_GENERATIONS, systemInstruction: false, penalties: false, logprobs: false };

/** The last generation whose Flash models have the level `minimal`. */
const LAST_MINIMAL_FLASH = 3.6;
/**
 * From these generations on Flash and Flash-Lite ignore temperature and top_p, and refuse a prefill:
 * ai.google.dev/gemini-api/docs/generate-content/whats-new-gemini-3.6.
 */
const FIRST_UNSAMPLED_FLASH = 3.6;
const FIRST_UNSAMPLED_LITE = 3.5;

/** New ids appear at any time, so a Gemini model that is not known to be older counts as the newest. */
const quirksOfModel = (model: string): Quirks => {
  const name = model.slice(model.lastIndexOf("/") + 1);
  if (!name.startsWith("gemini-")) return name.startsWith("gemma-") ? OTHER : { ...OTHER, systemInstruction: true };
  const version = /^gemini-(\d+(?:\.\d+)?)/.exec(name)?.[1];
  const generation = version === undefined ? Infinity : Number(version);
  if (generation < 2.5) return FIRST_GENERATIONS;
  if (generation < 3) return name.includes("-pro") ? { ...GEMINI_2_5, thinkingOff: false } : GEMINI_2_5;
  const minimal = name.includes("flash-lite") || (name.includes("flash") && generation <= LAST_MINIMAL_FLASH);
  const unsampled = generation >= (name.includes("flash-lite") ? FIRST_UNSAMPLED_LITE : FIRST_UNSAMPLED_FLASH);
  return {
    ...GEMINI_3,
    sampling: !unsampled,
    assistantPrefix: !unsampled,
    lowestThinkingLevel: minimal ? "minimal" : "low",
  };
};

export const { check: checkQuirks, of: quirksOf } = createQuirkReader<Quirks>(
  {
    thinking: oneOf("thinking", "level", "budget", "none"),
    thinking_off: yesOrNo("thinkingOff"),
    lowest_thinking_level: oneOf("lowestThinkingLevel", "minimal", "low"),
    highest_thinking_level: oneOf("highestThinkingLevel", "high", "xhigh"),
    include_thoughts: yesOrNo("includeThoughts"),
    thought_signatures: yesOrNo("thoughtSignatures"),
    system_instruction: yesOrNo("systemInstruction"),
    image_urls: yesOrNo("imageUrls"),
    json_with_tools: yesOrNo("jsonWithTools"),
    sampling: yesOrNo("sampling"),
    assistant_prefix: yesOrNo("assistantPrefix"),
    penalties: yesOrNo("penalties"),
    logprobs: yesOrNo("logprobs"),
  },
  ({ model }) => quirksOfModel(model),
);
