import type { Catalog, CatalogSource } from "@cenote/catalog";
import type { SpanOptions, Tracing } from "@cenote/core";
import { beginCallSpan } from "./call-span";

const IDS = ["azure/gpt-4.1", "google/gemini-2.5-pro", "mistral/large", "xai/grok-4", "openai/gpt-4.1"];
const models = new Map(IDS.map((id) => [id, { id, type: "chat" }]));
const catalog = { current: () => ({ models }) as unknown as Catalog } as CatalogSource;

test("the span of a call has the provider's name in OpenTelemetry's conventions, by which dashboards group", () => {
  const names = IDS.map((model) => {
    let begun: SpanOptions | undefined;
    const tracing = {
      begin(_name: string, options?: SpanOptions) {
        begun = options;
      },
    } as unknown as Tracing;
    beginCallSpan({ tracing, catalog }, { operation: "chat", type: "chat", model, context: undefined });
    return begun?.attributes?.["gen_ai.provider.name"];
  });
  expect(names).toEqual(["azure.ai.openai", "gcp.gemini", "mistral_ai", "x_ai", "openai"]);
});
