import { lettersOf } from "../pseudo-model/letters";

const SIGNATURE_LETTERS = 64;

/** What stands in a thinking block for its being the model's own. */
export const signatureOf = (thinking: string): string => `sim${lettersOf(`signed ${thinking}`, SIGNATURE_LETTERS)}`;

/** Thinking whose text was not shown has a signature that can't be checked by it. */
export const isSignatureOf = (signature: string, thinking: string): boolean =>
  thinking === "" ? signature.startsWith("sim") : signature === signatureOf(thinking);
