import type { ChatMessage } from "@cenote/contracts";
import { chat, context, createTestScope } from "../testing/scope";
import { createEmbeddings } from "../embeddings/create-embeddings";
import { prepareChat } from "../chat/prepare";

const TOKEN = "00000000-0000-4000-8000-0000000000aa";
const never = new AbortController().signal;

const createWorld = () => {
  const { scope, billing, client } = createTestScope();
  const counter = {
    ...scope.counter,
    estimatePrompt: () => 10,
    countPrompt: () => 70,
    estimateText: () => 3,
    countText: () => 9,
    countTexts: (texts: readonly string[]) => 9 * texts.length,
  };
  client.embeddings["vectors"] = [{ vectors: [Buffer.alloc(4)], promptTokens: 1 }];
  const held = () => billing.admitted.map(({ estimate }) => Number(estimate[0]?.quantity));
  return { scope: { ...scope, counter }, held };
};

test("the hold for a prompt is estimated by length, but counted by a tokenizer if a budget pays", async () => {
  const { scope, held } = createWorld();
  for (const payer of [{}, { clientTokenId: TOKEN }, { budgeted: true }, { budgeted: false }])
    await prepareChat(scope, { context: context(payer), chat: chat("test/plain") });
  expect(held()).toEqual([10, 70, 70, 10]);
});

test.each<[string, Partial<ChatMessage>, number]>([
  [
    "sealed reasoning",
    {
      reasoningDetails: ["one", "two"].map((encrypted) => ({
        family: "f",
        text: "",
        signature: "",
        encrypted,
        toolCallId: "",
        madeBy: "",
      })),
    },
    88,
  ],
  ["the id of a call", { toolCalls: [{ id: "a prompt", name: "f", arguments: "{}" }] }, 79],
  ["the id of a call's result", { role: "tool", toolCallId: "a prompt" }, 79],
])(
  "so is %s, where a budget pays: whoever has its token may have written a prompt there",
  async (_, fields, tokens) => {
    const { scope, held } = createWorld();
    const { messages, ...rest } = chat("test/able");
    const message: ChatMessage = {
      role: "assistant",
      content: [],
      name: "",
      toolCalls: [],
      toolCallId: "",
      reasoning: "",
      reasoningDetails: [],
      refusal: "",
      ...fields,
    };
    for (const clientTokenId of ["", TOKEN])
      await prepareChat(scope, {
        context: context({ clientTokenId }),
        chat: { ...rest, messages: [...messages, message] },
      });
    expect(held()).toEqual([10, tokens]);
  },
);

test("the same applies to texts to embed", async () => {
  const { scope, held } = createWorld();
  const embeddings = { model: "test/embedding", input: [{ input: { $case: "text" as const, value: "?!" } }], user: "" };
  for (const clientTokenId of ["", TOKEN])
    await createEmbeddings(scope, { context: context({ clientTokenId }), embeddings }, never);
  expect(held()).toEqual([3, 9]);
});
