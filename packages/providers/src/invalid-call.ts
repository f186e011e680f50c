import { ProviderError } from "./spec";

/**
 * The caller's own request can't be put in this protocol's words: told before anything is sent.
 * @param param The field, as REST names it. @param why Ends the sentence that begins with it.
 */
export const invalidCall = (param: string, why: string): ProviderError => new ProviderError({ kind: "invalid", param, message: `${param}: ${why}` });
