import { ask, type Client } from "../harness/client";
import { expectCost, expectedCost } from "../harness/exact";
import { parseSse } from "../harness/sse";
import type { Way } from "./driver";
import { FAMILIES, PRICE_USD, modelOf } from "./families";

interface UsageBody {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly prompt_tokens_details: { readonly cached_tokens: number; readonly cache_write_tokens: number };
  readonly completion_tokens_details: { readonly reasoning_tokens: number };
}

const CHAT = "/v1/chat/completions";
/** Long enough to be marked for the provider's cache. */
const LONG = "A long story, told again and again. ".repeat(200);
const QUESTION = `${LONG} [[sim words=20 reasoning=7 cached=900]]`;

/** Checks costs to the digit from the reported usage, with arithmetic independent of the product's. */
export const registerCosts = (running: () => { readonly client: Client }): void => {
  const answerOf = async (way: Way, body: object): Promise<string> => {
    const { client } = running();
    const response = await client.post(CHAT, { ...body, stream: way === "stream" });
    const text = await response.text();
    return way === "complete"
      ? text
      : (parseSse(text).events.findLast(({ data }) => data.includes('"cost_usd"'))?.data ?? text);
  };

  describe.each(FAMILIES.map((family) => [family.name, family] as const))("the cost of a call with %s", (_, family) => {
    test.each<Way>(["complete", "stream"])("is the sum of its tokens, each at its own price: %s", async (way) => {
      const body = ask(QUESTION, {
        model: modelOf(family),
        max_tokens: 8_000,
        ...(family.reasoningEffort === undefined ? {} : { reasoning_effort: family.reasoningEffort }),
      });
      const text = await answerOf(way, body);
      const { usage } = JSON.parse(text) as { readonly usage: UsageBody };
      const {
        prompt_tokens_details: { cached_tokens: cached, cache_write_tokens: written },
        completion_tokens_details: { reasoning_tokens: reasoning },
      } = usage;
      expect(cached).toBe(900);
      expect(reasoning).toBeGreaterThan(0);
      expectCost(
        text,
        expectedCost([
          { quantity: usage.prompt_tokens - cached - written, perMillion: PRICE_USD.input_per_million_tokens },
          { quantity: cached, perMillion: PRICE_USD.cached_input_per_million_tokens },
          { quantity: written, perMillion: PRICE_USD.cache_write_per_million_tokens },
          { quantity: usage.completion_tokens, perMillion: PRICE_USD.output_per_million_tokens },
        ]),
      );
    });
  });
};
