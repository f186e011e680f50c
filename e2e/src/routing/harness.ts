import { PRICES } from "../harness/cenote-yaml";
import { withSystem } from "../harness/with-system";

/** The limit of OpenAI's own row. */
export const FEW_STOPS = "openai/few-stops";
/** A model that accepts only `max_completion_tokens`, and a row that does not say so. */
export const BARE = "openai/bare";

/** The one system of the suite. */
export const harness = withSystem({
  more(simulatorUrl) {
    const provider = (name: string, key: string | readonly string[] = "k") => ({
      kind: "openai-compatible",
      base_url: `${simulatorUrl}/${name}/v1`,
      api_key: key,
    });
    const chat = (id: string, routes: readonly object[], rest: object = {}) => ({
      id,
      type: "chat",
      price_usd: PRICES.chat,
      routes,
      ...rest,
    });
    const route = (name: string, rest: object = {}) => ({ provider: name, model: "m", ...rest });
    return {
      providers: {
        keyed: provider("keyed", ["invalid-key-2c71", "good-key-94ab"]),
        steady: provider("steady"),
        heavy: provider("heavy"),
        light: provider("light"),
        down: provider("down"),
        crawling: provider("crawling"),
        gemini: { kind: "google", base_url: `${simulatorUrl}/gemini/v1beta`, api_key: "k" },
      },
      models: [
        chat(FEW_STOPS, [{ provider: "openai", model: "gpt-4o-mini", quirks: { max_stop_sequences: 4 } }], {
          context_tokens: 128_000,
          max_output_tokens: 16_384,
        }),
        chat(BARE, [{ provider: "openai", model: "o4-mini" }]),
        chat("keys/two", [route("keyed")]),
        chat("named/two", [{ provider: "gemini", model: "gemini-3.5-flash" }, route("steady")]),
        chat("named/router", [route("light"), route("steady")]),
        chat("shares/three-to-one", [route("heavy", { weight: 3 }), route("light", { weight: 1 })]),
        chat("fields/dropping", [route("steady")], { unsupported: "drop" }),
        chat("fields/refusing", [route("steady")]),
        chat("context/short", [route("steady")], { context_tokens: 60 }),
        chat("context/long", [route("light")], { context_tokens: 100_000 }),
        chat("breaking/two", [route("down"), route("steady")]),
        chat("swift/two", [route("crawling"), route("steady")], { slow_start: { characters: 30, within_ms: 1_500 } }),
        chat("swift/patient", [route("crawling"), route("steady")], {
          slow_start: { characters: 30, within_ms: 300_000 },
        }),
        chat("swift/one", [route("crawling")], { slow_start: { characters: 30, within_ms: 500 } }),
      ],
    };
  },
});
