import type { ChatMessage, ReasoningDetail } from "../spec";

export const FAMILY = "openai-compatible";

/** More of it goes without: it can be read as reasoning, but not be sent back. */
const MAX_CHARACTERS = 4 * 1024 * 1024;

type WireDetail = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is WireDetail => typeof value === "object" && value !== null && !Array.isArray(value);

/** Fields that come in pieces. */
const GROWING: ReadonlySet<string> = new Set(["text", "summary"]);

const grown = (first: WireDetail, next: WireDetail): WireDetail => {
  const merged: Record<string, unknown> = { ...first };
  for (const [field, value] of Object.entries(next)) {
    if (value === null || value === undefined) continue;
    const before = merged[field];
    merged[field] = GROWING.has(field) && typeof before === "string" && typeof value === "string" ? before + value : value;
  }
  return merged;
};

/** The `reasoning_details` of one answer: whole, or in pieces that tell by their `index` what they belong to. */
export interface ReasoningDetails {
  /** @returns Whether there was anything. */
  add(pieces: unknown): boolean;
  all(): ReasoningDetail[];
}

export const createReasoningDetails = (): ReasoningDetails => {
  let details: WireDetail[] = [];
  let characters = 0;
  return {
    add(pieces) {
      if (!Array.isArray(pieces) || pieces.length === 0) return false;
      characters += JSON.stringify(pieces).length;
      if (characters > MAX_CHARACTERS) details = [];
      else {
        for (const piece of pieces.filter(isRecord)) {
          const at = piece["index"] === undefined || piece["index"] === null ? -1 : details.findIndex(({ index, type }) => index === piece["index"] && type === piece["type"]);
          const begun = details[at];
          if (begun === undefined) details.push(piece);
          else details[at] = grown(begun, piece);
        }
      }
      return true;
    },
    all: () => details.map((detail) => ({ family: FAMILY, encrypted: JSON.stringify(detail) })),
  };
};

const parsed = (written: string | undefined): unknown => {
  try {
    return JSON.parse(written ?? "");
  } catch {
    return undefined;
  }
};

/** As the provider gave them; undefined for none. What a caller changed beyond recognition is left out. */
export const earlierDetails = ({ reasoningDetails = [] }: ChatMessage): readonly WireDetail[] | undefined => {
  const own = reasoningDetails.filter(({ family }) => family === FAMILY).map(({ encrypted }) => parsed(encrypted)).filter(isRecord);
  return own.length === 0 ? undefined : own;
};
