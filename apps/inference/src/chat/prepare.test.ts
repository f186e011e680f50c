import type { Model } from "@cenote/catalog";
import { testModel } from "@cenote/pricing/testing";
import { chat, context, createTestScope } from "../testing/scope";
import { prepareChat } from "./prepare";

test("the hold is priced by the most expensive model that may answer", async () => {
  const { scope, billing } = createTestScope();
  const models = scope.catalog.current().models as Map<string, Model>;
  const dear: Model = {
    ...(models.get("test/plain") as Model),
    id: "dear",
    prices: testModel("", "chat", [
      ["input_token", "0.0001"],
      ["output_token", "0.01"],
    ]).prices,
  };
  models.set(dear.id, dear);
  await prepareChat(scope, {
    context: context(),
    chat: chat("test/plain", { fallbackModels: ["test/able", dear.id] }),
  });
  expect(billing.admitted).toMatchObject([{ model: dear.id }]);
});
