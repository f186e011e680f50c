import { type Fields, isFields } from "../json-fields";
import { writableJson } from "../requests/writable-json";
import type { ChatMessage, ReasoningDetail } from "../spec";

export const FAMILY = "openai-compatible";

/** More of it goes without: it can be read as reasoning, but not be sent back. */
const MAX_CHARACTERS = 4 * 1024 * 1024;

/** Fields that come in pieces. */
const GROWING: ReadonlySet<string> = new Set(["text", "summary"]);

const grown = (first: Fields, next: Fields): Fields => {
  const merged: Record<string, unknown> = { ...first };
  for (const [field, value] of Object.entries(next)) {
    if (value === null || value === undefined) continue;
    const before = merged[field];
    merged[field] =
      GROWING.has(field) && typeof before === "string" && typeof value === "string" ? before + value : value;
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
  /** By type and index; those without an index, which are whole, by a symbol of their own. */
  const details = new Map<string | symbol, Fields>();
  let characters = 0;

  const keyOf = ({ index, type }: Fields): string | symbol =>
    index === undefined || index === null ? Symbol("whole") : JSON.stringify([type, index]);

  return {
    add(pieces) {
      if (!Array.isArray(pieces) || pieces.length === 0) return false;
      characters += JSON.stringify(pieces).length;
      if (characters > MAX_CHARACTERS) details.clear();
      else
        for (const piece of pieces.filter(isFields)) {
          const key = keyOf(piece);
          const begun = details.get(key);
          details.set(key, begun === undefined ? piece : grown(begun, piece));
        }
      return true;
    },
    all: () => [...details.values()].map((detail) => ({ family: FAMILY, encrypted: JSON.stringify(detail) })),
  };
};

/** As the provider gave them; undefined for none. What a caller changed beyond recognition is left out. */
export const earlierDetails = ({ reasoningDetails = [] }: ChatMessage): readonly Fields[] | undefined => {
  const own = reasoningDetails
    .filter(({ family }) => family === FAMILY)
    .map(({ encrypted }) => writableJson(encrypted ?? ""))
    .filter(isFields);
  return own.length === 0 ? undefined : own;
};
