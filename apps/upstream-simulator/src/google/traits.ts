/** How one of Google's models differs from the others. */
export interface Traits {
  /** How thinking is configured. */
  readonly thinking: "level" | "budget" | "none";
  /** Thinks by default. */
  readonly thinksUnasked: boolean;
  readonly thinkingOff: boolean;
  /** Has a level above high. */
  readonly xhigh: boolean;
  /** Signs its calls and requires the signatures in later requests. */
  readonly wantsSignatures: boolean;
  readonly givesCallIds: boolean;
  readonly fetchesUrls: boolean;
  readonly jsonWithTools: boolean;
  readonly penalties: boolean;
  readonly logprobs: boolean;
  /** Continues a last turn of its own. */
  readonly prefill: boolean;
  readonly systemInstruction: boolean;
}

const GEMINI_2_0: Traits = {
  thinking: "none",
  thinksUnasked: false,
  thinkingOff: false,
  xhigh: false,
  wantsSignatures: false,
  givesCallIds: false,
  fetchesUrls: false,
  jsonWithTools: false,
  penalties: true,
  logprobs: true,
  prefill: true,
  systemInstruction: true,
};
const GEMINI_2_5: Traits = {
  ...GEMINI_2_0,
  thinking: "budget",
  thinksUnasked: true,
  thinkingOff: true,
  fetchesUrls: true,
  penalties: false,
  logprobs: false,
};
const GEMINI_3: Traits = {
  ...GEMINI_2_5,
  thinking: "level",
  thinkingOff: false,
  wantsSignatures: true,
  givesCallIds: true,
  jsonWithTools: true,
};

/** 3.5 Flash-Lite, 3.6 Flash and later. */
const NO_PREFILL = /^gemini-(3\.5-flash-lite|3\.[6-9]|[4-9])/;

const KNOWS_XHIGH = /^gemini-4-hydrogen/;

export const traitsOf = (model: string): Traits => {
  if (model.startsWith("gemma")) return { ...GEMINI_2_0, penalties: false, logprobs: false, systemInstruction: false };
  if (/^gemini-(1|2\.0)/.test(model)) return GEMINI_2_0;
  if (model.startsWith("gemini-2.5"))
    return { ...GEMINI_2_5, thinkingOff: !model.includes("pro"), thinksUnasked: !model.includes("lite") };
  return { ...GEMINI_3, prefill: !NO_PREFILL.test(model), xhigh: KNOWS_XHIGH.test(model) };
};
