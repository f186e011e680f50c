import type { ChatMessage } from "@cenote/contracts";
import { CenoteError } from "@cenote/core";
import type { CountedFor } from "@cenote/providers";
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
    countPromptInTurns: async () => 70,
    estimateText: () => 3,
    countText: () => 9,
    countTextsInTurns: async (_of: CountedFor, texts: readonly string[]) => 9 * texts.length,
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

describe("a long prompt that a budget pays for", () => {
  const long = () => {
    const { scope, billing, client } = createTestScope();
    client.embeddings["vectors"] = [{ vectors: [Buffer.alloc(4)], promptTokens: 1 }];
    let counts = 0;
    const count = async () => {
      counts += 1;
      return 70;
    };
    const counter = {
      ...scope.counter,
      estimatePrompt: () => 1_001,
      estimateText: () => 1_001,
      countPromptInTurns: count,
      countTextsInTurns: count,
    };
    const input = [{ input: { $case: "text" as const, value: "?!" } }];
    return {
      billing,
      counts: () => counts,
      ask: {
        chat: (payer: object) =>
          prepareChat({ ...scope, counter }, { context: context(payer), chat: chat("test/plain") }),
        embeddings: (payer: object) =>
          createEmbeddings(
            { ...scope, counter },
            { context: context(payer), embeddings: { model: "test/embedding", input } },
            never,
          ),
      },
    };
  };

  test.each(["chat", "embeddings"] as const)(
    "is not counted where the budget is used up; that of a key is refused by the admission, at the most it can be: %s",
    async (kind) => {
      const { billing, counts, ask } = long();
      const poor = () => new CenoteError("insufficient_balance", "Used up.");
      billing.refuse.admit = [poor()];
      await expect(ask[kind]({ clientTokenId: TOKEN })).rejects.toMatchObject({ message: "Used up." });
      billing.refuse.admit = [poor()];
      await ask[kind]({ budgeted: true });
      expect(billing.admitted).toMatchObject([{ estimate: [{ quantity: 3_003n }, ...(kind === "chat" ? [{}] : [])] }]);
      expect(counts()).toBe(0);
    },
  );

  test.each(["chat", "embeddings"] as const)("is checked first, under another id: %s", async (kind) => {
    const { billing, counts, ask } = long();
    await ask[kind]({ budgeted: true });
    expect(billing.admitted.map(({ checkOnly = false }) => checkOnly)).toEqual([true, false]);
    expect(billing.admitted[0]?.estimate).toMatchObject([{ quantity: 1_001n }]);
    expect(new Set(billing.admitted.map((request) => request.context?.requestId)).size).toBe(2);
    expect(counts()).toBeGreaterThan(0);
  });

  test.each(["chat", "embeddings"] as const)("is counted if only billing knows of its budget: %s", async (kind) => {
    const { billing, counts, ask } = long();
    billing.refuse.admit = [new CenoteError("invalid_request_error", "Count.", { param: "context.budgeted" })];
    await ask[kind]({});
    const [asked, admitted] = billing.admitted;
    expect(asked).toMatchObject({ checkOnly: true });
    expect(admitted).toMatchObject({ promptEstimated: false, context: { budgeted: true } });
    expect(counts()).toBeGreaterThan(0);
  });

  test("is counted if billing says nothing of it, and without a budget it is not checked", async () => {
    const { billing, ask } = long();
    billing.refuse.admit = [new CenoteError("invalid_request_error", "An older billing.")];
    await ask.chat({ budgeted: true });
    await ask.chat({});
    expect(billing.admitted.map(({ checkOnly = false }) => checkOnly)).toEqual([false, false]);
    expect(billing.admitted.map(({ promptEstimated }) => promptEstimated)).toEqual([false, true]);
  });
});

test("the same applies to texts to embed", async () => {
  const { scope, held } = createWorld();
  const embeddings = { model: "test/embedding", input: [{ input: { $case: "text" as const, value: "?!" } }], user: "" };
  for (const clientTokenId of ["", TOKEN])
    await createEmbeddings(scope, { context: context({ clientTokenId }), embeddings }, never);
  expect(held()).toEqual([3, 9]);
});
