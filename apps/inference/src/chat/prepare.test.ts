import type { ChatModel } from "@cenote/catalog";
import { CenoteError } from "@cenote/core";
import { testModel } from "@cenote/pricing/testing";
import { chat, context, createTestScope } from "../testing/scope";
import { prepareChat } from "./prepare";

test("the hold is priced by the most expensive model that may answer", async () => {
  const { scope, billing } = createTestScope();
  const models = scope.catalog.current().models as Map<string, ChatModel>;
  const dear: ChatModel = {
    ...(models.get("test/plain") as ChatModel),
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

test("a file that a budget pays for is held by the routes that read files, not by fallbacks that do not", async () => {
  const { scope, billing } = createTestScope();
  const models = scope.catalog.current().models as Map<string, ChatModel>;
  const plain = models.get("test/plain") as ChatModel;
  const reads = (id: string, changes: Partial<ChatModel>) => models.set(id, { ...plain, id, ...changes });
  reads("reads", { capabilities: new Set(["pdf"]) });
  reads("large", { contextTokens: 900_000 });
  reads("unknown", { contextTokens: undefined });
  const url = `data:application/pdf;base64,${btoa("%PDF-1.4")}`;
  const ask = (model: string, ...fallbackModels: string[]) =>
    prepareChat(scope, {
      context: { ...context(), budgeted: true },
      chat: chat(model, {
        fallbackModels,
        messages: chat(model).messages.map((message) => ({
          ...message,
          content: [{ part: { $case: "file", value: { url, name: "" } } }],
        })),
      }),
    });
  await ask("reads", "large", "unknown");
  expect(billing.admitted[0]?.estimate).toMatchObject([{ quantity: 128_000n }, {}]);
  await expect(ask("unknown")).rejects.toMatchObject({ message: expect.stringContaining("PDF files") });
});

test("a budget holds a whole context for a file; what its pages may have counts against the limit of tokens", async () => {
  const { scope, billing } = createTestScope();
  const models = scope.catalog.current().models as Map<string, ChatModel>;
  const reads: ChatModel = { ...(models.get("test/able") as ChatModel), id: "reads", contextTokens: 900_000 };
  models.set(reads.id, { ...reads, capabilities: new Set([...reads.capabilities, "pdf"]) });
  const asked = chat(reads.id);
  const [message] = asked.messages;
  if (message === undefined) throw new Error("there is a message");
  const url = `data:application/pdf;base64,${Buffer.from("%PDF-1.4\n<< /Type /Page >>").toString("base64")}`;
  const withFile = { ...message, content: [{ part: { $case: "file" as const, value: { url, name: "" } } }] };
  for (const budgeted of [false, true])
    await prepareChat(scope, { context: context({ budgeted }), chat: { ...asked, messages: [withFile] } });
  const [ofBalance, ofBudget] = billing.admitted;
  const tokensOf = (lines = ofBalance?.estimate) => lines?.reduce((sum, { quantity }) => sum + Number(quantity), 0);
  expect(tokensOf(ofBudget?.estimate)).toBeGreaterThan(900_000);
  expect([ofBalance?.expectedTokens, ofBudget?.expectedTokens]).toEqual([undefined, tokensOf()]);
});

test("a budget that does not cover a file is refused in words that say what the file needs", async () => {
  const { scope, billing } = createTestScope();
  const models = scope.catalog.current().models as Map<string, ChatModel>;
  models.set("reads", { ...(models.get("test/able") as ChatModel), id: "reads", capabilities: new Set(["pdf"]) });
  const rateLimits = {
    requestsLimit: 600,
    requestsRemaining: 599,
    requestsResetMs: 1,
    tokensLimit: 1_000,
    tokensRemaining: 1_000,
    tokensResetMs: 1,
  };
  const refusal = new CenoteError("insufficient_balance", "The budget does not cover this call.", { rateLimits });
  billing.refuse = { admit: [refusal, refusal] };
  const [message] = chat("reads").messages;
  const url = `data:application/pdf;base64,${btoa("%PDF-1.4")}`;
  const ask = (budgeted: boolean) =>
    prepareChat(scope, {
      context: context({ budgeted }),
      chat: chat("reads", {
        messages: [{ ...message!, content: [{ part: { $case: "file", value: { url, name: "" } } }] }],
      }),
    });
  await expect(ask(true)).rejects.toMatchObject({
    code: "insufficient_balance",
    message: expect.stringMatching(/^The budget does not cover this call\. With a file .* 128000 tokens/),
    rateLimits,
  });
  await expect(ask(false)).rejects.toMatchObject({ message: "The budget does not cover this call." });
});

/** As billing refuses a call that is larger than the key's limit of tokens. */
const tooLarge = (tokensLimit: number) =>
  new CenoteError("rate_limit_exceeded", "This call alone may use more.", {
    retryable: false,
    rateLimits: {
      requestsLimit: 9,
      requestsRemaining: 9,
      requestsResetMs: 0,
      tokensLimit,
      tokensRemaining: 0,
      tokensResetMs: 0,
    },
  });

test("a prompt that only seems larger than the limit of tokens is counted, and admitted by its count", async () => {
  const { scope, billing } = createTestScope();
  billing.refuse.admit = [tooLarge(800)];
  const counted = 700;
  const counter = { ...scope.counter, estimatePrompt: () => 1_000, countPromptInTurns: () => Promise.resolve(counted) };
  await prepareChat({ ...scope, counter }, { context: context(), chat: chat("test/plain", { maxTokens: 50 }) });
  expect(billing.admitted).toMatchObject([{ expectedTokens: counted + 50 }]);
});

test("a prompt that is found too large by its count is refused once, so that it counts as one request", async () => {
  const { scope, billing } = createTestScope();
  billing.refuse.admit = [tooLarge(800)];
  const counter = { ...scope.counter, estimatePrompt: () => 1_000, countPromptInTurns: () => Promise.resolve(790) };
  await expect(
    prepareChat({ ...scope, counter }, { context: context(), chat: chat("test/plain", { maxTokens: 50 }) }),
  ).rejects.toMatchObject({ code: "rate_limit_exceeded", retryable: false });
  expect(billing.admitted).toEqual([]);
});

test("a prompt that is far larger than the limit of tokens is refused without a count", async () => {
  const { scope, billing } = createTestScope();
  billing.refuse.admit = [tooLarge(300)];
  const counter = {
    ...scope.counter,
    estimatePrompt: () => 1_000,
    countPromptInTurns: () => Promise.reject(new Error("counted")),
  };
  await expect(
    prepareChat({ ...scope, counter }, { context: context(), chat: chat("test/plain") }),
  ).rejects.toMatchObject({ code: "rate_limit_exceeded" });
  expect(billing.admitted).toEqual([]);
});

test("a call names eight fallback models at most, and one of its models has a provider that can be called", async () => {
  const { scope, billing } = createTestScope();
  const ask = (model: string, fallbacks: number) =>
    prepareChat(scope, {
      context: context(),
      chat: chat(model, { fallbackModels: Array.from({ length: fallbacks }, () => model) }),
    });
  await expect(ask("test/plain", 9)).rejects.toMatchObject({ code: "invalid_request_error", param: "models" });
  await expect(ask("test/keyless", 8)).rejects.toMatchObject({
    code: "model_not_found",
    message: expect.stringContaining("keyless"),
  });
  expect(billing.admitted).toEqual([]);
  await ask("test/plain", 8);
});

describe("a model that its provider shuts down", () => {
  const withRoutes = (change: (model: ChatModel) => Partial<ChatModel>) => {
    const { scope } = createTestScope();
    const models = scope.catalog.current().models as Map<string, ChatModel>;
    const model = models.get("test/plain") as ChatModel;
    models.set(model.id, { ...model, ...change(model) });
    return scope;
  };
  const ending = ({ routes }: ChatModel) => routes.map((route) => ({ ...route, until: "2027-01-14" }));

  test("has its shutdown date in the answer", async () => {
    const scope = withRoutes((model) => ({ routes: ending(model) }));
    const shutdownDateOf = async (id: string) =>
      (await prepareChat(scope, { context: context(), chat: chat(id) })).asked.shutdownDate;
    expect([await shutdownDateOf("test/plain"), await shutdownDateOf("test/able")]).toEqual(["2027-01-14", undefined]);
  });

  test("is not found afterwards, unless the call names a fallback model that answers", async () => {
    const scope = withRoutes((model) => ({ routes: [], endedRoutes: ending(model) }));
    const retired = chat("test/plain");
    await expect(prepareChat(scope, { context: context(), chat: retired })).rejects.toMatchObject({
      code: "model_not_found",
      message: expect.stringContaining("shut down by its provider on 2027-01-14"),
    });
    const { routes } = await prepareChat(scope, {
      context: context(),
      chat: chat("test/plain", { fallbackModels: ["test/able"] }),
    });
    expect(routes.candidates[0]?.model.id).toBe("test/able");
  });
});
