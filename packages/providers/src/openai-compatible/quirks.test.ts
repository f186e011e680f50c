import { DEFAULT_QUIRKS, checkQuirks, quirksOf } from "./quirks";

const target = (baseUrl: string, quirks?: Record<string, unknown>) => ({
  provider: "p",
  baseUrl,
  model: "m",
  ...(quirks === undefined ? {} : { quirks }),
});

describe("quirks", () => {
  test("that are invalid are all reported", () => {
    expect(
      checkQuirks({
        max_tokens_field: "tokens",
        stream_usage_option: "yes",
        maxTokens: 1,
        key_header: "X Key",
        reasoning_tokens: "auto",
        max_inputs: 0,
        max_tools: 1.5,
        max_stop_sequences: "4",
        lacks: ["seed", "temperature"],
      }),
    ).toEqual([
      "max_tokens_field: must be one of max_tokens, max_completion_tokens",
      "stream_usage_option: must be true or false",
      expect.stringContaining("maxTokens: no such quirk"),
      "key_header: must be the name of a header, in small letters",
      "max_inputs: must be a number from 1 to 2048",
      "max_tools: must be a number from 1",
      "max_stop_sequences: must be a number from 1",
      "lacks: must be a list of seed, stop, presence_penalty, frequency_penalty, logit_bias, user, parallel_tool_calls",
    ]);
    expect(
      checkQuirks({
        max_tokens_field: "max_tokens",
        obfuscation_off: true,
        embeddings_base64: false,
        max_inputs: 32,
        max_tools: 128,
        max_stop_sequences: 4,
        key_header: "api-key",
      }),
    ).toEqual([]);
  });

  test("that are wrong change nothing", () => {
    expect(quirksOf(target("https://p.test", { seed_field: 5 }))).toEqual(DEFAULT_QUIRKS);
  });

  test("come only from the catalog, never from the URL", () => {
    expect(quirksOf(target("https://api.openai.com/v1"))).toEqual(DEFAULT_QUIRKS);
    expect(quirksOf(target("https://p.test", { max_tokens_field: "max_completion_tokens" }))).toEqual({
      ...DEFAULT_QUIRKS,
      maxTokensField: "max_completion_tokens",
    });
  });
});
