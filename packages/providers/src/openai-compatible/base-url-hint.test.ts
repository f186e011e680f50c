import { createManualClock } from "@cenote/testkit";
import { anthropic } from "../anthropic/adapter";
import { createErrorReader } from "../errors/error-reader";
import type { ProviderFamily } from "../spec";
import { openAiCompatible } from "./adapter";

const hintOf = (family: ProviderFamily, baseUrl: string, status: number, body: string) =>
  createErrorReader(family, createManualClock())({ provider: "one", baseUrl, model: "m" }, status, {}, body).hint;

const MISSING = "404 page not found";
const GONE = '{"error":{"message":"The model m does not exist.","code":"model_not_found"}}';

test("a 404 about nothing in particular has a hint if /v1 may be missing in the base_url", () => {
  expect(hintOf(openAiCompatible, "http://one.test", 404, MISSING)).toBe(
    "the base_url of the provider one has no version: most servers of its kind want /v1 at its end",
  );
});

test.each<[string, ...Parameters<typeof hintOf>]>([
  ["one from an address with a version", openAiCompatible, "http://one.test/openai/v1", 404, MISSING],
  ["one from a provider of another kind", anthropic, "http://one.test", 404, MISSING],
  ["a model that is gone", openAiCompatible, "http://one.test", 404, GONE],
  ["a call that is forbidden", openAiCompatible, "http://one.test", 403, "Forbidden."],
])("%s has none", (_what, ...answer) => {
  expect(hintOf(...answer)).toBeUndefined();
});
