import { CenoteError, silentLog } from "@cenote/core";
import { createManualClock } from "@cenote/testkit";
import { createClient } from "graphql-sse";
import { type BalanceFeed, createBalanceFeed } from "../../testing/balance-feed";
import { createEventFeed, type EventFeed } from "../../testing/event-feed";
import { createEventReader } from "../../testing/event-reader";
import { openRawConnection } from "../../testing/raw-connection";
import { SAMPLE_KEY, SAMPLE_ORGANIZATION_ID, sampleFinished, sampleStarted, textEvent } from "../../testing/samples";
import { type RunningGateway, startGateway } from "../../testing/start-gateway";
import { startWithFeed } from "../../testing/start-with-feed";

const CHAT =
  "subscription ($input: ChatInput!) { chatTokens(input: $input) { __typename ... on ChatDelta { content } ... on ChatFailed { code } } }";
const input = { model: "openai/gpt-4o-mini", messages: [{ role: "USER", content: "hi" }] };

describe("/graphql/stream", () => {
  let running: RunningGateway;
  let feed: EventFeed | undefined;
  let opened = Promise.withResolvers<EventFeed>();
  let isScripted = false;
  beforeAll(async () => {
    const { inference: plain, gateway } = await startGateway();
    await gateway.close(0);
    running = await startGateway({
      inference: {
        streamChatCompletion: (request, signal) => {
          if (!isScripted) return plain.streamChatCompletion(request, signal);
          feed = createEventFeed(signal);
          opened.resolve(feed);
          return feed;
        },
      },
    });
  });
  beforeEach(() => {
    isScripted = false;
    opened = Promise.withResolvers();
  });
  afterAll(() => running.gateway.close(0));

  const ask = (body: object, init?: RequestInit) =>
    running.post("/graphql/stream", body, { headers: { accept: "text/event-stream" }, ...init });

  it("streams the answer to graphql-sse's client", async () => {
    const client = createClient({
      url: `${running.url}/graphql/stream`,
      headers: { authorization: `Bearer ${SAMPLE_KEY}` },
      retryAttempts: 0,
    });
    const names: unknown[] = [];
    for await (const { data } of client.iterate<{ chatTokens: { __typename: string } }>({
      query: CHAT,
      variables: { input },
    }))
      names.push(data?.chatTokens.__typename);
    expect(names).toEqual(["ChatStarted", "ChatDelta", "ChatDelta", "ChatFinished"]);
    client.dispose();
  });

  it("answers a query with one result", async () => {
    const response = await ask({ query: "{ viewer { available } }" });
    expect(response.headers.get("content-type")).toMatch(/^text\/event-stream/);
    expect(await response.text()).toBe(
      'event: next\ndata: {"data":{"viewer":{"available":"50"}}}\n\nevent: complete\ndata: \n\n',
    );
  });

  it("stops the provider when the reader leaves", async () => {
    isScripted = true;
    const response = ask({ query: CHAT, variables: { input } });
    (await opened.promise).push(sampleStarted, textEvent("a"));
    const reader = createEventReader(await response);
    await reader.next();
    await reader.leave();
    await feed?.abandoned;
  });

  it("sends a failure as an event, and completes", async () => {
    isScripted = true;
    const response = ask({ query: CHAT, variables: { input } });
    (await opened.promise).fail(new CenoteError("insufficient_balance"));
    const blocks = await createEventReader(await response).rest();
    expect(blocks).toEqual([expect.stringContaining('"code":"insufficient_balance"'), "event: complete\ndata: "]);
  });

  it.each([
    ["no key", { query: CHAT }, { authorization: "" }, "missing_api_key"],
    ["a syntax error", { query: "{" }, {}, "invalid_request_error"],
    ["an array", [{ query: CHAT }], {}, "invalid_request_error"],
  ])("refuses %s before the stream begins", async (_what, body, headers, code) => {
    const response = await running.post("/graphql/stream", body, { headers });
    expect(response.ok).toBe(false);
    expect(await response.json()).toMatchObject({
      errors: [{ extensions: { code, request_id: response.headers.get("x-request-id") } }],
    });
  });

  it("says where in the document an unknown field is", async () => {
    const response = await running.post("/graphql/stream", { query: "subscription {\n  nope\n}" });
    expect(await response.json()).toMatchObject({ errors: [{ locations: [{ line: 2, column: 3 }] }] });
  });

  it("does not run a mutation by GET", async () => {
    const query = encodeURIComponent("mutation { setGuardrails(zdr: true) { organization { zdr } } }");
    expect((await running.request(`/graphql/stream?query=${query}`)).status).toBe(400);
  });

  it.each([
    "mutation { setGuardrails(zdr: true) { organization { zdr } } }",
    "subscription { balance { available } }",
    "{ viewer { available } }",
  ])("has no head without its stream: HEAD of %s", async (query) => {
    const path = `/graphql/stream?query=${encodeURIComponent(query)}`;
    const { status } = await running.request(path, { method: "HEAD", signal: AbortSignal.timeout(5000) });
    expect(status).toBe(405);
  });

  it("takes a query with variables from the URL", async () => {
    const path = `/graphql/stream?query=${encodeURIComponent("query ($id: ID!) { model(id: $id) { id } }")}&variables=${encodeURIComponent(JSON.stringify({ id: "google/veo" }))}`;
    expect(await (await running.request(path)).text()).toContain('{"data":{"model":{"id":"google/veo"}}}');
    expect((await running.request("/graphql/stream?query=%7B__typename%7D&variables=%7B")).status).toBe(400);
  });
});

it("ends an endless subscription when its key expires, and finishes an answer", async () => {
  const clock = createManualClock();
  let hasExpired = false;
  const { post, gateway, opened } = await startWithFeed({
    clock,
    billing: {
      findRefused: ({ keyDigests }) =>
        Promise.resolve({
          refused: hasExpired
            ? keyDigests.map((keyDigest) => ({ keyDigest, code: "key_revoked", message: "Expired.", expired: true }))
            : [],
        }),
      watchBalance(_request, signal) {
        const balance = createBalanceFeed(signal);
        balance.push(5_000_000_000n);
        return balance;
      },
    },
  });
  const balance = createEventReader(await post("/graphql/stream", { query: "subscription { balance { available } }" }));
  const answer = post("/graphql/stream", { query: CHAT, variables: { input } });
  const feed = await opened;
  feed.push(sampleStarted);
  const chat = createEventReader(await answer);
  await balance.next();
  await chat.next();
  hasExpired = true;
  await clock.advance(500);
  expect(await balance.rest()).toEqual([expect.stringContaining('"code":"key_revoked"'), "event: complete\ndata: "]);
  feed.push(textEvent("a"), sampleFinished);
  feed.end();
  expect(await chat.rest()).toEqual([
    expect.stringContaining('"content":"a"'),
    expect.stringContaining("ChatFinished"),
    "event: complete\ndata: ",
  ]);
  await gateway.close(0);
});

it("ends an endless subscription when the gateway closes, with the reason", async () => {
  const { post, gateway } = await startGateway({
    billing: {
      watchBalance(_request, signal) {
        const balance = createBalanceFeed(signal);
        balance.push(5_000_000_000n);
        return balance;
      },
    },
  });
  const response = await post("/graphql/stream", { query: "subscription { balance { available } }" });
  const reader = createEventReader(response);
  await reader.next();
  await gateway.close(600_000);
  expect(await reader.rest()).toEqual([expect.stringContaining('"code":"overloaded"'), "event: complete\ndata: "]);
});

it("starts no watch for a reader that left while its key was checked", async () => {
  const [authenticating, authenticated, left] = [
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
  ];
  const watching = Promise.withResolvers<BalanceFeed>();
  const { url, gateway } = await startGateway({
    billing: {
      async authenticate() {
        authenticating.resolve();
        await authenticated.promise;
        return { organizationId: SAMPLE_ORGANIZATION_ID, keyId: "key_1", zdr: false };
      },
      watchBalance: (_request, signal) => {
        const balance = createBalanceFeed(signal);
        watching.resolve(balance);
        return balance;
      },
    },
    log: {
      ...silentLog,
      info: (_fields, message) => {
        if (message === "request") left.resolve();
      },
    },
  });
  const reader = await openRawConnection(url);
  reader.send(
    `GET /graphql/stream?query=${encodeURIComponent("subscription { balance { available } }")} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${SAMPLE_KEY}\r\n\r\n`,
  );
  await authenticating.promise;
  reader.destroy();
  await left.promise;
  authenticated.resolve();
  await (
    await watching.promise
  ).abandoned;
  await gateway.close(0);
});
