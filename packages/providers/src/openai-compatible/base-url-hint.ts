import type { ProviderErrorFacts } from "../provider-error";
import type { Target } from "../target";

/** `/v1` and the like, anywhere in a path. */
const VERSION = /\/v\d+[a-z0-9]*(?:\/|$)/;

/** A hint about the base URL, which is the usual cause of a 404 that names nothing. */
export const baseUrlHint = (
  { kind, status }: Pick<ProviderErrorFacts, "kind" | "status">,
  { provider, baseUrl }: Target,
): string | undefined =>
  kind === "unexplained" && status === 404 && !VERSION.test(baseUrl)
    ? `the base_url of the provider ${provider} has no version: most servers of its kind want /v1 at its end`
    : undefined;
