/**
 * What takes the place of a provider's `base_url` in the catalog.
 * @param url Of the simulator, without a slash at the end. @param kind The provider's kind in the catalog.
 */
export const simulatorBaseUrl = (url: string, providerName: string, kind: string): string =>
  kind === "openai-compatible" ? `${url}/${providerName}/v1` : `${url}/${providerName}`;
