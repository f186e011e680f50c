import { type InferenceService, InferenceServiceDefinition } from "@cenote/contracts";
import { createManualClock, deferred } from "@cenote/testkit";
import { silentLog } from "@cenote/core";
import { inProcess } from "@cenote/rpc";
import { type RunningGateway, startGateway } from "../testing/start-gateway";

const CHAT = { model: "openai/gpt-4o-mini", messages: [{ role: "user", content: "hi" }] };
const input = { model: "openai/gpt-4o-mini", messages: [{ role: "USER", content: "hi" }] };

const overRest =
  (body: object) =>
  async ({ post }: RunningGateway, key: string | undefined) => {
    const headers: Record<string, string> = key === undefined ? {} : { "idempotency-key": key };
    const response = await post("/v1/chat/completions", body, { headers });
    expect([response.status, await response.text()]).toEqual([503, expect.stringContaining("shutting down")]);
    return response.headers.get("x-should-retry") !== "false";
  };
const overGraphql =
  (path: string, query: string) =>
  async ({ post }: RunningGateway, key: string | undefined) => {
    const response = await post(path, { query, variables: { input, key } });
    const text = await response.text();
    expect(text).toContain("shutting down");
    return [...text.matchAll(/"retryable":(true|false)/g)].map(([, value]) => value === "true");
  };
const subscription = (more: string) =>
  `subscription ($input: ChatInput!, $key: String) { chatTokens(input: $input, idempotencyKey: $key ${more}) { ... on ChatFailed { message retryable } } }`;

describe("a paid call that a closing gateway cuts", () => {
  test.each<[string, (running: RunningGateway, key: string | undefined) => Promise<boolean | boolean[]>]>([
    ["over REST", overRest(CHAT)],
    ["as a stream that has not begun", overRest({ ...CHAT, stream: true })],
    ["as a resumable stream", overRest({ ...CHAT, stream: true, resumable: true })],
    [
      "over GraphQL",
      overGraphql(
        "/graphql",
        "mutation ($input: ChatInput!, $key: String) { createChatCompletion(input: $input, idempotencyKey: $key) { id } }",
      ),
    ],
    ["as a subscription", overGraphql("/graphql/stream", subscription(""))],
    ["as a resumable subscription", overGraphql("/graphql/stream", subscription("resumable: true"))],
  ])("%s may be sent again only if it has a key", async (_, ask) => {
    for (const key of [undefined, "order-1"]) {
      const clock = createManualClock();
      const begun = deferred();
      const hang = (): Promise<never> => {
        begun.resolve();
        return new Promise(() => {});
      };
      const inference = inProcess<InferenceService>(
        InferenceServiceDefinition,
        {
          createChatCompletion: hang,
          streamChatCompletion: async function* stream() {
            yield await hang();
          },
        } as unknown as InferenceService,
        { log: silentLog },
      );
      const running = await startGateway({ clock, inference });
      const asked = ask(running, key);
      await begun.promise;
      const closed = running.gateway.close(30_000);
      await clock.advance(30_000);
      const retryable = await asked;
      expect([key, [retryable].flat()]).toEqual([key, [key !== undefined]]);
      await clock.advance(1000);
      await closed;
    }
  });
});
