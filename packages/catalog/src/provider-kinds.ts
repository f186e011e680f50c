/** The wire protocols of providers: the families of `packages/providers`, and packages of the AI SDK. */
export const PROVIDER_KINDS = [
  "openai-compatible",
  "openai-responses",
  "anthropic",
  "google",
  "fal",
  "replicate",
  "luma",
  "runway",
  "minimax",
  "kling",
  "ai-sdk",
] as const;
