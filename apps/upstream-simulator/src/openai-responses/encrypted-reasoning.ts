import { lettersOf } from "../pseudo-model/letters";

const BEGINNING = "gAAAAAB";
const PART_LETTERS = 32;

/** What stands for reasoning that is not shown: it is of one provider and one item, and nobody else can make it. */
export const encryptedReasoning = (provider: string, itemId: string): string => `${BEGINNING}${lettersOf(`made by ${provider}`, PART_LETTERS)}${lettersOf(`item ${itemId}`, PART_LETTERS)}`;

/** @returns Undefined where it comes back as it went out. An item may come back without its id. */
export const encryptionFault = (content: string, provider: string, itemId: string | undefined): string | undefined => {
  const made = encryptedReasoning(provider, itemId ?? "");
  const beginning = BEGINNING.length + PART_LETTERS;
  if (content.length !== made.length || content.slice(0, beginning) !== made.slice(0, beginning)) return "Encrypted content could not be decrypted or parsed.";
  return itemId === undefined || content === made ? undefined : "Encrypted content item_id did not match the target item id.";
};
