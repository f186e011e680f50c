import { ProviderError } from "../provider-error";

/**
 * The caller's request can't be expressed in this protocol; found before anything is sent.
 * @param param The field, as REST names it. @param why Ends the sentence that begins with it.
 */
export const invalidCall = (param: string, why: string): ProviderError =>
  new ProviderError({ kind: "invalid", param, message: `${param}: ${why}` });
