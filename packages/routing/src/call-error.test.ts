import { testModel } from "./testing/candidate";
import { noProviderError } from "./call-error";

test("a model that no provider is configured for names the accounts that lack a key, once each", () => {
  const route = (provider: string) => ({ provider, model: "m" });
  const model = { ...testModel(), routes: [route("openai_responses"), route("openai"), route("gone")] };
  const providers = new Map([
    ["openai_responses", { account: "openai" }],
    ["openai", { account: "openai" }],
  ]);
  expect(noProviderError([model] as never, providers as never).message).toBe(
    "No provider of this model is configured. This gateway has no key for openai, gone.",
  );
});
