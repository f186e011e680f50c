import { type Fields, isFields, textOf } from "../json-fields";
import type { ReadWritableJson } from "../requests/writable-json";
import type { ReasoningDetail } from "../spec";

export const FAMILY = "openai-responses";

/** A longer item has no detail: its reasoning can be read, but not sent back. */
const MAX_CHARACTERS = 4 * 1024 * 1024;

/**
 * The detail of a reasoning item, to be sent back unchanged: the encrypted content, with its id and summary. @param
 * toolCallId Id of the tool call that follows it, if any. @returns Undefined if the item is not encrypted, since it is
 * then not stored anywhere.
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
 * The item of a detail.
 * @returns Undefined for details of other families, and for details that are no longer valid.
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
