import { type Fields, isFields } from "../json-fields";
import type { ReadWritableJson } from "../requests/writable-json";
import type { ChatMessage, ReasoningDetail } from "../spec";

export const FAMILY = "openai-compatible";

/** Above this the details are dropped. The reasoning is still passed on as text, but can't be sent back. */
const MAX_CHARACTERS = 4 * 1024 * 1024;

/** Fields that arrive in pieces. */
const GROWING: ReadonlySet<string> = new Set(["text", "summary"]);

/** One detail, by field name. */
type Detail = Map<string, unknown>;

/** Changes the detail in place, because copying it for each of many pieces would be slow. */
const grow = (detail: Detail, piece: Fields): void => {
  for (const [field, value] of Object.entries(piece)) {
    if (value === null || value === undefined) continue;
    const before = detail.get(field);
    detail.set(
      field,
      GROWING.has(field) && typeof before === "string" && typeof value === "string" ? before + value : value,
    );
  }
};

/** The `reasoning_details` of one answer: complete, or in pieces that belong together by their `index`. */
export interface ReasoningDetails {
  /** @returns Whether `pieces` had any. */
  add(pieces: unknown): boolean;
  all(): ReasoningDetail[];
}

export const createReasoningDetails = (): ReasoningDetails => {
  /** By type and index. A detail without an index is complete and has a unique symbol. */
  const details = new Map<string | symbol, Detail>();
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
          if (begun === undefined) details.set(key, new Map(Object.entries(piece)));
          else grow(begun, piece);
        }
      return true;
    },
    all: () =>
      [...details.values()].map((detail) => ({
        family: FAMILY,
        encrypted: JSON.stringify(Object.fromEntries(detail)),
      })),
  };
};

/** The provider's details, unchanged; undefined if there are none. Those that are no longer JSON objects are left out. */
export const earlierDetails = (
  { reasoningDetails = [] }: ChatMessage,
  readJson: ReadWritableJson,
): readonly Fields[] | undefined => {
  const own = reasoningDetails
    .filter(({ family }) => family === FAMILY)
    .map(({ encrypted }) => readJson(encrypted ?? ""))
    .filter(isFields);
  return own.length === 0 ? undefined : own;
};
