import { ProviderError } from "../provider-error";

/**
 * The error for a request that the protocol can't express. It is thrown before anything is sent.
 * @param param The field, by its REST name. @param why The rest of the sentence that begins with the field.
 */
export const invalidCall = (param: string, why: string): ProviderError =>
  new ProviderError({ kind: "invalid", param, message: `${param}: ${why}` });
