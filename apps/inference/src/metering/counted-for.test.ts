import type { CallContext } from "@cenote/contracts";
import { countPromptTokens } from "../chat/count-prompt-tokens";
import { prepareChat } from "../chat/prepare";
import { quoteChat } from "../chat/quote-chat";
import { createEmbeddings } from "../embeddings/create-embeddings";
import { quoteEmbeddings } from "../embeddings/quote-embeddings";
import { chat, context, createTestScope } from "../testing/scope";

const TOKEN = "00000000-0000-4000-8000-0000000000aa";

const createWorld = () => {
  const { scope } = createTestScope();
  const counts: unknown[] = [];
  const noted = (of: unknown): Promise<number> => {
    counts.push(of);
    return Promise.resolve(7);
  };
  const counter = { ...scope.counter, countPromptInTurns: noted, countTextsInTurns: noted };
  return { scope: { ...scope, counter }, counts };
};

type Scope = ReturnType<typeof createWorld>["scope"];

const embeddings = {
  model: "test/embedding",
  input: [{ input: { $case: "text" as const, value: "one two" } }],
};

test.each<[string, (scope: Scope, of: CallContext) => Promise<unknown>]>([
  ["a chat that a budget pays for", (scope, of) => prepareChat(scope, { context: of, chat: chat("test/plain") })],
  ["its quote", (scope, of) => quoteChat(scope, { context: of, chat: chat("test/plain") })],
  ["a prompt", (scope, of) => countPromptTokens(scope, { context: of, chat: chat("test/plain") })],
  [
    "texts that a budget pays for",
    (scope, of) => createEmbeddings(scope, { context: of, embeddings }, new AbortController().signal),
  ],
  ["their quote", (scope, of) => quoteEmbeddings(scope, { context: of, embeddings })],
])("%s is counted in turn with other organizations, and for a client token not in its key's place", async (_, call) => {
  const { scope, counts } = createWorld();
  const ofKey = context({ budgeted: true });
  const ofToken = context({ clientTokenId: TOKEN });
  await call(scope, ofKey).catch(() => {});
  expect(new Set(counts)).toEqual(new Set([{ organization: ofKey.organizationId, caller: ofKey.keyId }]));
  counts.length = 0;
  await call(scope, ofToken).catch(() => {});
  expect(new Set(counts)).toEqual(new Set([{ organization: ofToken.organizationId, caller: TOKEN }]));
});
