import type { ClientToken } from "@cenote/contracts";
import type { Clock } from "@cenote/core";
import { createManualClock } from "@cenote/testkit";
import { createEventReader } from "../../testing/event-reader";
import { SAMPLE_ORGANIZATION_ID, sampleFinished, sampleStarted, textEvent } from "../../testing/samples";
import { openAcknowledged, type SocketClient } from "../../testing/socket-client";
import type { RunningGateway, StartOptions } from "../../testing/start-gateway";
import { startWithFeed } from "../../testing/start-with-feed";

const FIELDS =
  "__typename ... on ChatStarted { eventId } ... on ChatDelta { eventId content } ... on ChatFinished { eventId } ... on ChatFailed { eventId code }";
const CHAT = `subscription ($input: ChatInput!) { chatTokens(input: $input, resumable: true) { ${FIELDS} } }`;
const RESUME = `subscription ($after: ID!) { resumeChat(after: $after) { ${FIELDS} } }`;
const input = { model: "openai/gpt-4o-mini", messages: [{ role: "USER", content: "hi" }] };

interface Event {
  readonly __typename: string;
  readonly eventId: string | null;
  readonly content?: string;
  readonly code?: string;
}

const running: RunningGateway[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map(({ gateway }) => gateway.close(0)));
});

const start = async (options: StartOptions & { readonly clock?: Clock } = {}) => {
  const world = await startWithFeed(options);
  running.push(world);
  return world;
};

const chat = (client: SocketClient, change: object = {}) => {
  client.send({
    type: "subscribe",
    id: "chat",
    payload: { query: CHAT, variables: { input: { ...input, ...change } } },
  });
};
const resume = (client: SocketClient, after: string | null | undefined) => {
  client.send({ type: "subscribe", id: "resume", payload: { query: RESUME, variables: { after } } });
};
const next = async (client: SocketClient): Promise<Event> =>
  Object.values(((await client.next()).payload as { data: Record<string, Event> }).data)[0] as Event;
const codeOf = async (client: SocketClient) =>
  ((await client.next()).payload as { errors: { extensions: { code: string } }[] }).errors[0]?.extensions.code;

describe("a resumable answer", () => {
  it("continues after the last event before the connection was lost, as one call", async () => {
    const { url, opened, inference } = await start();
    const first = await openAcknowledged({ url });
    chat(first);
    const feed = await opened;
    feed.push(sampleStarted, textEvent("a"));
    await next(first);
    const { eventId } = await next(first);
    expect(eventId).toMatch(/^req_[0-9a-f]{24}\.1$/);
    first.socket.terminate();
    feed.push(textEvent("b"));
    const second = await openAcknowledged({ url });
    resume(second, eventId);
    expect(await next(second)).toMatchObject({ content: "b" });
    feed.push(sampleFinished);
    expect(await next(second)).toMatchObject({ __typename: "ChatFinished" });
    expect(await second.next()).toEqual({ type: "complete", id: "resume" });
    expect(inference.calls).toHaveLength(1);
  });

  it("goes on after its client token has expired, and is then read with the organization's API key", async () => {
    const clock = createManualClock();
    let isToken = true;
    const { url, opened } = await start({
      clock,
      billing: {
        authenticate: () =>
          Promise.resolve({
            organizationId: SAMPLE_ORGANIZATION_ID,
            keyId: "key_1",
            zdr: false,
            clientToken: isToken
              ? ({ id: "token", operations: ["chat"], models: [], origins: [] } as Partial<ClientToken> as ClientToken)
              : undefined,
          }),
        findRefused: ({ keyDigests: [keyDigest = Buffer.alloc(0)] }) =>
          Promise.resolve({ refused: [{ keyDigest, code: "key_revoked", message: "Expired.", expired: true }] }),
      },
    });
    const page = await openAcknowledged({ url });
    chat(page);
    const feed = await opened;
    feed.push(sampleStarted);
    const { eventId } = await next(page);
    await clock.advance(500);
    feed.push(textEvent("a"));
    expect(await next(page)).toMatchObject({ content: "a" });
    page.socket.terminate();
    isToken = false;
    const server = await openAcknowledged({ url });
    resume(server, eventId);
    expect(await next(server)).toMatchObject({ content: "a" });
    feed.push(sampleFinished);
    expect(await next(server)).toMatchObject({ __typename: "ChatFinished" });
  });

  it("is the same answer for two readers", async () => {
    const { url, opened, inference } = await start();
    const [one, two] = [await openAcknowledged({ url }), await openAcknowledged({ url })];
    chat(one);
    const feed = await opened;
    feed.push(sampleStarted);
    const { eventId } = await next(one);
    resume(two, eventId);
    feed.push(textEvent("a"), textEvent("b"));
    expect([await next(one), await next(two)]).toMatchObject([{ content: "ab" }, { content: "ab" }]);
    one.send({ type: "complete", id: "chat" });
    feed.push(textEvent("c"));
    expect(await next(two)).toMatchObject({ content: "c" });
    expect(inference.calls).toHaveLength(1);
  });

  it("can be read again for one minute after its end", async () => {
    const clock = createManualClock();
    const { url, opened } = await start({ clock, limits: { socketPingMs: 1_000_000 } });
    const client = await openAcknowledged({ url });
    chat(client);
    const feed = await opened;
    feed.push(sampleStarted, textEvent("a"), sampleFinished);
    feed.end();
    const { eventId } = await next(client);
    for (let message = await client.next(); message.type !== "complete"; message = await client.next());
    await clock.advance(59_000);
    resume(client, eventId);
    expect(await next(client)).toMatchObject({ content: "a" });
    for (let message = await client.next(); message.type !== "complete"; message = await client.next());
    await clock.advance(2000);
    resume(client, eventId);
    expect(await codeOf(client)).toBe("not_found");
  });

  it("stops at once when unsubscribed, and one minute after a lost connection that is not resumed", async () => {
    const clock = createManualClock();
    const unsubscribed = await start({ clock });
    const client = await openAcknowledged({ url: unsubscribed.url });
    chat(client);
    await unsubscribed.opened;
    client.send({ type: "complete", id: "chat" });
    await (
      await unsubscribed.opened
    ).abandoned;

    const lost = await start({ clock });
    const loser = await openAcknowledged({ url: lost.url });
    chat(loser);
    const feed = await lost.opened;
    feed.push(sampleStarted);
    await next(loser);
    const seen = { isAbandoned: false };
    void feed.abandoned.then(() => {
      seen.isAbandoned = true;
    });
    loser.socket.terminate();
    await loser.closed;
    await clock.advance(59_000);
    expect(seen.isAbandoned).toBe(false);
    // The moment at which the server notices is not determined.
    while (!seen.isAbandoned) await clock.advance(1000);
  });

  it("is stopped by its request id after its reader has left over server-sent events, and is forgotten", async () => {
    let organizationId = "99999999-9999-4999-8999-999999999999";
    const { url, post, opened } = await start({
      billing: { authenticate: () => Promise.resolve({ organizationId, keyId: "key_1", zdr: false }) },
    });
    const answer = post("/graphql/stream", { query: CHAT, variables: { input } });
    const feed = await opened;
    feed.push(sampleStarted);
    const reader = createEventReader(await answer);
    const [, eventId, requestId = ""] = /"eventId":"((req_\w+)\.0)"/.exec((await reader.next()) ?? "") ?? [];
    await reader.leave();
    const stop = async () => {
      const query = "mutation ($id: ID!) { stopChat(requestId: $id) { requestId } }";
      return (await post("/graphql", { query, variables: { id: requestId } })).json();
    };
    const owner = organizationId;
    organizationId = SAMPLE_ORGANIZATION_ID;
    const notFound = { data: { stopChat: null }, errors: [{ extensions: { code: "not_found" } }] };
    expect(await stop()).toMatchObject(notFound);
    organizationId = owner;
    expect(await stop()).toEqual({ data: { stopChat: { requestId } } });
    await feed.abandoned;
    expect(await stop()).toMatchObject(notFound);
    const client = await openAcknowledged({ url });
    resume(client, eventId);
    expect(await codeOf(client)).toBe("not_found");
  });

  it("that is stopped ends for whoever is reading it", async () => {
    const { url, post, opened } = await start();
    const client = await openAcknowledged({ url });
    chat(client);
    const feed = await opened;
    feed.push(sampleStarted);
    const id = (await next(client)).eventId?.replace(/\..*$/, "");
    await post("/graphql", { query: `mutation { stopChat(requestId: "${id}") { requestId } }` });
    expect(await next(client)).toMatchObject({ __typename: "ChatFailed", code: "cancelled" });
    expect(await client.next()).toEqual({ type: "complete", id: "chat" });
  });

  it("stops at once if the connection is lost before the first event, because no client knows an event id", async () => {
    const { url, opened } = await start();
    const client = await openAcknowledged({ url });
    chat(client);
    const feed = await opened;
    client.socket.terminate();
    await feed.abandoned;
  });

  describe("to a slow reader", () => {
    /** Together more than the socket buffers of one machine hold. */
    const MANY = 100;

    const stall = async (options: StartOptions & { readonly clock?: Clock } = {}) => {
      const world = await start(options);
      const client = await openAcknowledged({ url: world.url });
      chat(client);
      const feed = await world.opened;
      feed.push(sampleStarted);
      const ids = [(await next(client)).eventId];
      client.socket.pause();
      for (let count = 0; count < MANY; count++) feed.push(textEvent("x".repeat(512 * 1024)));
      feed.push(sampleFinished);
      for (let pulls = -1; pulls !== feed.pulls;) {
        ({ pulls } = feed);
        for (let turn = 0; turn < 100; turn++)
          await new Promise((resolve) => {
            setImmediate(resolve);
          });
      }
      return { ...world, client, feed, ids };
    };
    const places = (ids: readonly (string | null | undefined)[]) => ids.map((id) => Number(id?.replace(/^.*\./, "")));
    const all = Array.from({ length: MANY + 2 }, (_unused, index) => index);
    const restOf = async (client: SocketClient, ids: (string | null)[]): Promise<void> => {
      for (let message = await client.next(); message.type === "next"; message = await client.next()) {
        ids.push(Object.values((message.payload as { data: Record<string, Event> }).data)[0]?.eventId ?? null);
      }
    };

    it("slows the model, and loses nothing", async () => {
      const { client, feed, ids } = await stall();
      expect(feed.pulls).toBeLessThan(MANY);
      client.socket.resume();
      await restOf(client, ids);
      expect(places(ids)).toEqual(all);
    });

    it("is kept after the connection was cut because the reader took nothing for too long", async () => {
      const clock = createManualClock();
      // What the system holds for the reader takes no time at this speed.
      const limits = { resumableCharacters: 64 * 1024 * 1024, readerBytesPerS: Infinity };
      const { url, client, ids, inference } = await stall({ clock, limits });
      await clock.advance(62_000);
      client.socket.resume();
      await restOf(client, ids).catch(() => {});
      expect(await client.closed).toEqual({ code: 1013, reason: "overloaded" });
      expect(ids.length).toBeLessThan(MANY);
      const again = await openAcknowledged({ url });
      resume(again, ids.at(-1));
      await restOf(again, ids);
      expect(places(ids)).toEqual(all);
      expect(inference.calls).toHaveLength(1);
    });
  });

  it("is not kept with zero data retention: a lost connection stops the answer", async () => {
    const { url, opened } = await start();
    const client = await openAcknowledged({ url });
    chat(client, { zdr: true });
    const feed = await opened;
    feed.push(sampleStarted);
    expect(await next(client)).toMatchObject({ eventId: null });
    client.socket.terminate();
    await feed.abandoned;
  });

  it("is not_found after an event that is no longer kept", async () => {
    const { url, opened } = await start({ limits: { resumableCharacters: 300 } });
    const [one, two] = [await openAcknowledged({ url }), await openAcknowledged({ url })];
    chat(one);
    const feed = await opened;
    feed.push(sampleStarted);
    const { eventId } = await next(one);
    for (const text of ["a", "b", "c"]) {
      feed.push(textEvent(text.repeat(100)));
      await next(one);
    }
    resume(two, eventId);
    expect(await codeOf(two)).toBe("not_found");
  });

  it.each([
    ["nonsense", "invalid_request_error"],
    ["req_000000000000000000000000.1", "not_found"],
  ])("fails for the event id %s with %s", async (after, code) => {
    const { url } = await start();
    const client = await openAcknowledged({ url });
    resume(client, after);
    expect(await codeOf(client)).toBe(code);
  });

  it("can't be read by another organization", async () => {
    let organizationId = SAMPLE_ORGANIZATION_ID;
    const { url, opened } = await start({
      billing: { authenticate: () => Promise.resolve({ organizationId, keyId: "key_1", zdr: false }) },
    });
    const owner = await openAcknowledged({ url });
    chat(owner);
    (await opened).push(sampleStarted);
    const { eventId } = await next(owner);
    organizationId = "99999999-9999-4999-8999-999999999999";
    const stranger = await openAcknowledged({ url });
    resume(stranger, eventId);
    expect(await codeOf(stranger)).toBe("not_found");
  });
});
