import { chat, context, createTestScope } from "../testing/scope";
import { createEmbeddings } from "../embeddings/create-embeddings";
import { prepareChat } from "../chat/prepare";

const TOKEN = "00000000-0000-4000-8000-0000000000aa";
const never = new AbortController().signal;

const createWorld = () => {
  const { scope, billing, client } = createTestScope();
  const counter = { ...scope.counter, estimatePrompt: () => 10, countPrompt: () => 70, estimateText: () => 3, countText: () => 9, countTexts: () => 9 };
  client.embeddings["vectors"] = [{ vectors: [Buffer.alloc(4)], promptTokens: 1 }];
  const held = () => billing.admitted.map(({ estimate }) => Number(estimate[0]?.quantity));
  return { scope: { ...scope, counter }, held };
};

test("a prompt is held for by its length, and by a tokenizer's count where a budget pays for it", async () => {
  const { scope, held } = createWorld();
  for (const clientTokenId of ["", TOKEN]) await prepareChat(scope, { context: context({ clientTokenId }), chat: chat("test/plain") });
  expect(held()).toEqual([10, 70]);
});

test("so are texts to embed", async () => {
  const { scope, held } = createWorld();
  const embeddings = { model: "test/embedding", input: [{ input: { $case: "text" as const, value: "?!" } }], user: "" };
  for (const clientTokenId of ["", TOKEN]) await createEmbeddings(scope, { context: context({ clientTokenId }), embeddings }, never);
  expect(held()).toEqual([3, 9]);
});
