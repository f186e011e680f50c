import type { CreateChatCompletionRequest, StreamChatCompletionRequest } from "@cenote/contracts";
import { chatGateways, eventOf, input, subscribe } from "../../testing/chat-subscription";
import { sampleStarted, textEvent } from "../../testing/samples";
import { openAcknowledged, type SocketClient } from "../../testing/socket-client";

const { start } = chatGateways();

const complete = { type: "complete", id: "1" };
const asking = (content: string) => ({ input: { ...input, messages: [{ role: "USER", content }] } });
const CREATE = "mutation ($input: ChatInput!) { createChatCompletion(input: $input) { id } }";
const create = (id: string, content: string) => ({
  type: "subscribe",
  id,
  payload: { query: CREATE, variables: asking(content) },
});
/** In one write, so that the gateway reads them in one turn. */
const sendTogether = (client: SocketClient, messages: readonly object[]) => {
  const { _socket: raw } = client.socket as unknown as { readonly _socket: { cork(): void; uncork(): void } };
  raw.cork();
  for (const message of messages) client.send(message);
  raw.uncork();
};

describe("an id that is used again while its earlier operation has not ended", () => {
  it("does not bring back an operation that was completed before it reached the provider", async () => {
    const { url, opened, inference } = await start();
    const client = await openAcknowledged({ url });
    sendTogether(client, [subscribe("1", asking("first")), complete, subscribe("1", asking("second"))]);
    const feed = await opened(1);
    feed.push(sampleStarted, textEvent("a"));
    feed.end();
    expect(eventOf(await client.next())).toMatchObject({ __typename: "ChatStarted" });
    expect(eventOf(await client.next())).toMatchObject({ __typename: "ChatDelta", content: "a" });
    expect(await client.next()).toMatchObject({ type: "next" });
    expect(await client.next()).toEqual(complete);
    expect(
      (inference.calls as StreamChatCompletionRequest[]).map(({ chat }) => JSON.stringify(chat?.messages)),
    ).toEqual([expect.stringContaining("second")]);
  });

  it("calls no provider for an operation that is completed at once", async () => {
    const { url, inference } = await start();
    const client = await openAcknowledged({ url });
    sendTogether(client, [subscribe("1"), complete]);
    client.send({ type: "subscribe", id: "2", payload: { query: "{ viewer { balance } }" } });
    expect(await client.next()).toMatchObject({ type: "next", id: "2" });
    expect(inference.calls).toHaveLength(0);
  });

  it("answers the later one, and stops the earlier one", async () => {
    const { url, opened } = await start();
    const client = await openAcknowledged({ url });
    client.send(subscribe("1"));
    const earlier = await opened(1);
    earlier.push(sampleStarted);
    await client.next();
    sendTogether(client, [complete, subscribe("1")]);
    const later = await opened(2);
    await earlier.abandoned;
    later.push(sampleStarted, textEvent("b"));
    expect(eventOf(await client.next())).toMatchObject({ __typename: "ChatStarted" });
    expect(eventOf(await client.next())).toMatchObject({ __typename: "ChatDelta", content: "b" });
  });

  /** Mutations that go on until they are released, however often they are stopped. */
  const startStubborn = async (options: Parameters<typeof start>[0] = {}) => {
    const calls: CreateChatCompletionRequest[] = [];
    const release = Promise.withResolvers<never>();
    let begun = Promise.withResolvers<void>();
    const gateway = await start({
      ...options,
      inference: {
        createChatCompletion: (request) => {
          calls.push(request);
          begun.resolve();
          return release.promise;
        },
      },
    });
    const client = await openAcknowledged(gateway);
    const begin = async (by: SocketClient, message: object) => {
      begun = Promise.withResolvers();
      by.send(message);
      await begun.promise;
    };
    return {
      ...gateway,
      client,
      calls,
      /** Resolves when it has begun. */
      begin,
      release: () => {
        release.reject(new Error("released"));
      },
      /** Begins one, completes it, and uses its id again. */
      useAgain: async (id: string, again: object) => {
        await begin(client, create(id, "first"));
        client.send({ type: "complete", id });
        client.send(again);
      },
    };
  };

  it("lets the later one wait until what the earlier one has begun has ended", async () => {
    const { client, calls, release, useAgain } = await startStubborn();
    await useAgain("1", { type: "subscribe", id: "1", payload: { query: "{ viewer { balance } }" } });
    client.send({ type: "subscribe", id: "2", payload: { query: "{ viewer { balance } }" } });
    expect(await client.next()).toMatchObject({ type: "next", id: "2" });
    expect(await client.next()).toEqual({ type: "complete", id: "2" });
    release();
    expect(await client.next()).toMatchObject({ type: "next", id: "1", payload: { data: { viewer: {} } } });
    expect(await client.next()).toEqual(complete);
    expect(calls).toHaveLength(1);
  });

  it("never begins one that is completed while it waits, and takes the next", async () => {
    const { client, calls, release, useAgain } = await startStubborn();
    await useAgain("1", create("1", "second"));
    client.send(complete);
    client.send({ type: "subscribe", id: "1", payload: { query: "{ __typename }" } });
    client.send({ type: "ping" });
    expect(await client.next()).toEqual({ type: "pong" });
    release();
    expect(await client.next()).toMatchObject({ type: "next", id: "1", payload: { data: { __typename: "Query" } } });
    expect(calls).toHaveLength(1);
  });

  it("closes the connection of a client that uses it twice", async () => {
    const { client, release, useAgain } = await startStubborn();
    await useAgain("1", subscribe("1"));
    client.send(subscribe("1"));
    expect(await client.closed).toMatchObject({ code: 4409 });
    release();
  });

  const LONG = "x".repeat(60 * 1024);

  it("lets no more wait than one message may be long", async () => {
    const { client, release, calls, useAgain } = await startStubborn({ limits: { socketFrameBytes: 128 * 1024 } });
    for (const id of ["1", "2", "3"]) await useAgain(id, create(id, LONG));
    expect(await client.closed).toEqual({ code: 4429, reason: "rate_limit_exceeded" });
    release();
    expect(calls).toHaveLength(3);
  });

  it("counts what waits with the bodies of its organization", async () => {
    const { client, release, useAgain } = await startStubborn({ limits: { openBodyBytes: 256 * 1024 } });
    client.send(create("0", "x".repeat(200 * 1024)));
    for (const id of ["1", "2"]) await useAgain(id, create(id, LONG));
    expect(await client.closed).toEqual({ code: 4429, reason: "rate_limit_exceeded" });
    release();
  });

  it("counts it no longer once it is begun", async () => {
    const { client, release, useAgain } = await startStubborn({ limits: { openBodyBytes: 256 * 1024 } });
    const query = { query: "{ __typename }", variables: { junk: "x".repeat(200 * 1024) } };
    await useAgain("1", { type: "subscribe", id: "1", payload: query });
    client.send({ type: "ping" });
    expect(await client.next()).toEqual({ type: "pong" });
    release();
    expect(await client.next()).toMatchObject({ type: "next", id: "1", payload: { data: { __typename: "Query" } } });
  });

  it("ends its connection even if the share that it had left is taken by then", async () => {
    const { url, client, begin, release, useAgain } = await startStubborn({ limits: { openBodyBytes: 512 * 1024 } });
    const other = await openAcknowledged({ url });
    const half = "x".repeat(100 * 1024);
    await begin(other, create("1", half));
    // What waits has the other half of the share. The client is told so, but keeps its side open.
    const refused = new Promise<number | undefined>((resolve) => {
      client.socket.close = resolve;
    });
    for (const id of ["1", "2", "3", "4"]) await useAgain(id, create(id, "x".repeat(40 * 1024)));
    expect(await refused).toBe(4429);
    await begin(other, create("2", half));
    client.socket.terminate();
    await client.closed;
    release();
    expect(await other.next()).toMatchObject({ type: "next", id: "1" });
    expect(await other.next()).toMatchObject({ type: "next", id: "2" });
  });
});
