import { lettersOf } from "../pseudo-model/letters";

const BEGINNING = "gAAAAAB";
const PART_LETTERS = 32;

/** Encrypted form of hidden reasoning: bound to one provider and one item, and impossible for others to forge. */
export const encryptedReasoning = (provider: string, itemId: string): string =>
  `${BEGINNING}${lettersOf(`made by ${provider}`, PART_LETTERS)}${lettersOf(`item ${itemId}`, PART_LETTERS)}`;

/** @returns Undefined if it comes back unchanged. An item may come back without its id. */
export const encryptionFault = (content: string, provider: string, itemId: string | undefined): string | undefined => {
  const made = encryptedReasoning(provider, itemId ?? "");
  const beginning = BEGINNING.length + PART_LETTERS;
  if (content.length !== made.length || content.slice(0, beginning) !== made.slice(0, beginning))
    return "Encrypted content could not be decrypted or parsed.";
  return itemId === undefined || content === made
    ? undefined
    : "Encrypted content item_id did not match the target item id.";
};
