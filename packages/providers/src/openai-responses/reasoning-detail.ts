import { type Fields, isFields, textOf } from "../json-fields";
import type { ReadWritableJson } from "../requests/writable-json";
import type { ReasoningDetail } from "../spec";

export const FAMILY = "openai-responses";

/** More of it goes without: it can be read as reasoning, but not be sent back. */
const MAX_CHARACTERS = 4 * 1024 * 1024;

/**
 * A reasoning item, to be sent back as it came: what is encrypted, with the id and the summary it came under. @param
 * toolCallId Of the call that stands behind it, where one does. @returns Undefined for one that is not encrypted:
 * without it, nothing of it is stored anywhere.
 */
export const toReasoningDetail = (
  { id, summary, encrypted_content }: Fields,
  toolCallId?: string,
): ReasoningDetail | undefined => {
  if (textOf(encrypted_content) === "") return undefined;
  const encrypted = JSON.stringify({ id, summary, encrypted_content });
  return encrypted.length > MAX_CHARACTERS ? undefined : { family: FAMILY, encrypted, toolCallId };
};

/**
 * The item of this family's detail.
 * @returns Undefined for another family's, and for what `readJson` or this API would not know as one any more.
 */
export const toReasoningItem = (
  { family, encrypted = "" }: ReasoningDetail,
  readJson: ReadWritableJson,
): object | undefined => {
  const item = family === FAMILY ? readJson(encrypted) : undefined;
  if (!isFields(item) || textOf(item["encrypted_content"]) === "") return undefined;
  const { id, summary, encrypted_content } = item;
  return {
    type: "reasoning",
    id: textOf(id) === "" ? undefined : id,
    summary: Array.isArray(summary) ? summary : [],
    encrypted_content,
  };
};
