import type {
  AuthenticateResponse,
  BillingService,
  CallContext,
  ClientToken,
  InferenceService,
  RefusedKey,
} from "@cenote/contracts";
import { createManualClock } from "@cenote/testkit";
import { createClient } from "graphql-ws";
import { createBalanceFeed } from "../../testing/balance-feed";
import { chatGateways, eventOf, input, keyHeaders, subscribe } from "../../testing/chat-subscription";
import {
  SAMPLE_KEY,
  SAMPLE_ORGANIZATION_ID,
  sampleAnswer,
  sampleFinished,
  sampleStarted,
  textEvent,
} from "../../testing/samples";
import { openAcknowledged, openSocket, type SocketClient } from "../../testing/socket-client";

const { start } = chatGateways();

/** A balance that does not change. */
const oneBalance: BillingService["watchBalance"] = (_request, signal) => {
  const feed = createBalanceFeed(signal);
  feed.push(5_000_000_000n);
  return feed;
};

describe("a WebSocket", () => {
  it.each([
    ["an unknown key", { authorization: "Bearer nope" }, 4401, "invalid_api_key"],
    ["no key", {}, 4401, "missing_api_key"],
  ])("with %s is closed with its code", async (_what, payload, code, reason) => {
    const { url } = await start();
    const client = await openSocket({ url });
    client.send({ type: "connection_init", payload });
    expect(await client.closed).toEqual({ code, reason });
  });

  it("without a protocol is closed", async () => {
    const { url } = await start();
    expect(await (await openSocket({ url, protocols: [] })).closed).toMatchObject({ code: 4406 });
  });

  it("that sends nothing is closed", async () => {
    const { url } = await start({ limits: { socketInitMs: 20 } });
    expect(await (await openSocket({ url })).closed).toMatchObject({ code: 4408 });
  });

  it("that subscribes before it is authenticated is closed", async () => {
    const { url, inference } = await start();
    const client = await openSocket({ url });
    client.send(subscribe("1"));
    expect(await client.closed).toMatchObject({ code: 4401 });
    expect(inference.calls).toHaveLength(0);
  });

  it.each([
    ["no JSON", "{", 4400],
    ["an array", "[]", 4400],
    ["nesting without end", "[".repeat(100_000), 4400],
    ["a frame above the limit", JSON.stringify({ type: "ping", payload: { text: "x".repeat(70_000) } }), 1009],
  ])("that sends %s is closed", async (_what, text, code) => {
    const { url } = await start({ limits: { socketFrameBytes: 64 * 1024 * 2 } });
    const client = await openAcknowledged({ url });
    client.send(code === 1009 ? text.repeat(2) : text);
    expect(await client.closed).toMatchObject({ code });
  });

  it("goes on with its answers when another operation can't be run at all", async () => {
    const { url, opened } = await start();
    const client = await openAcknowledged({ url });
    client.send(subscribe("1"));
    const feed = await opened(1);
    const query = "subscription { balance @include(if: false) { available } }";
    client.send({ type: "subscribe", id: "2", payload: { query } });
    let message = await client.next();
    feed.push(sampleStarted);
    for (; message.id === "2"; message = await client.next());
    expect(eventOf(message)).toMatchObject({ __typename: "ChatStarted" });
  });

  it("has an operation refused above its limit, and goes on with those it has", async () => {
    const { url, opened } = await start({ limits: { socketOperations: 2 } });
    const client = await openAcknowledged({ url });
    for (const id of ["1", "2"]) client.send(subscribe(id));
    const feed = await opened(1);
    await opened(2);
    client.send(subscribe("3"));
    expect(await client.next()).toMatchObject({
      type: "error",
      id: "3",
      payload: [{ extensions: { code: "rate_limit_exceeded", request_id: expect.stringMatching(/^req_/) } }],
    });
    feed.push(sampleStarted, sampleFinished);
    feed.end();
    for (const type of ["next", "next", "complete"]) expect(await client.next()).toMatchObject({ type, id: "1" });
    client.send(subscribe("3"));
    (await opened(3)).push(sampleStarted);
    expect(await client.next()).toMatchObject({ type: "next", id: "3" });
  });

  it("is refused above the share of its organization", async () => {
    const { url } = await start({ limits: { sockets: 2 } });
    const first = await openAcknowledged({ url });
    const second = await openSocket({ url, headers: keyHeaders });
    second.send({ type: "connection_init" });
    expect(await second.closed).toEqual({ code: 4429, reason: "rate_limit_exceeded" });
    first.socket.close();
    await first.closed;
    const third = await openSocket({ url, headers: keyHeaders });
    third.send({ type: "connection_init" });
    expect(await third.next()).toEqual({ type: "connection_ack" });
  });

  it("is refused above the limit of a client token, and its organization's keys still find a place", async () => {
    let clientToken: ClientToken | undefined = { id: "token", origins: [] } as Partial<ClientToken> as ClientToken;
    const { url } = await start({
      billing: {
        authenticate: () => Promise.resolve({ organizationId: "org", keyId: "key", zdr: false, clientToken }),
      },
      limits: { socketsPerClientToken: 1 },
    });
    await openAcknowledged({ url });
    const second = await openSocket({ url, headers: keyHeaders });
    second.send({ type: "connection_init" });
    expect(await second.closed).toEqual({ code: 4429, reason: "rate_limit_exceeded" });
    clientToken = undefined;
    await openAcknowledged({ url });
  });

  it("is refused above the total limit, unless an unauthenticated one can be closed for it", async () => {
    let organizations = 0;
    const authenticate = () => Promise.resolve({ organizationId: `org ${organizations++}`, keyId: "key", zdr: false });
    const { url } = await start({ limits: { sockets: 2 }, billing: { authenticate } });
    const silent = await openSocket({ url, headers: keyHeaders });
    await openAcknowledged({ url });
    await openAcknowledged({ url });
    expect(await silent.closed).toMatchObject({ reason: "overloaded" });
    const fourth = await openSocket({ url, headers: keyHeaders });
    expect(await fourth.closed).toMatchObject({ reason: "overloaded" });
  });

  it("ends within a second after its key is revoked, and its answers end with the reason", async () => {
    const clock = createManualClock();
    let isRevoked = false;
    const billing: Partial<BillingService> = {
      findRefused: ({ keyDigests }) =>
        Promise.resolve({
          refused: isRevoked
            ? keyDigests.map((keyDigest) => ({ keyDigest, code: "key_revoked", message: "Revoked.", expired: false }))
            : [],
        }),
    };
    const { url, opened } = await start({ clock, billing });
    const client = await openAcknowledged({ url });
    client.send(subscribe("1"));
    const feed = await opened(1);
    await clock.advance(2000);
    isRevoked = true;
    await clock.advance(500);
    expect(eventOf(await client.next())).toMatchObject({ __typename: "ChatFailed", code: "key_revoked" });
    expect(await client.closed).toEqual({ code: 4401, reason: "key_revoked" });
    await feed.abandoned;
  });

  /** A gateway whose keys expire, or are revoked, when the test says so. */
  const startWithRefusals = async () => {
    const clock = createManualClock();
    let refusal: Pick<RefusedKey, "message" | "expired"> | undefined;
    const world = await start({
      clock,
      billing: {
        findRefused: ({ keyDigests }) =>
          Promise.resolve({
            refused:
              refusal === undefined
                ? []
                : keyDigests.map((keyDigest) => ({
                    keyDigest,
                    code: "key_revoked",
                    ...(refusal as NonNullable<typeof refusal>),
                  })),
          }),
        watchBalance: oneBalance,
      },
    });
    const refuse = async (message: string, expired: boolean) => {
      refusal = { message, expired };
      await clock.advance(500);
    };
    return { ...world, refuse };
  };
  const BALANCE = { type: "subscribe", id: "balance", payload: { query: "subscription { balance { available } }" } };

  it("whose key expires finishes its answers, refuses further operations, and closes after the last one", async () => {
    const { url, opened, refuse } = await startWithRefusals();
    const client = await openAcknowledged({ url });
    client.send(subscribe("1"));
    const feed = await opened(1);
    client.send(BALANCE);
    expect(await client.next()).toMatchObject({ id: "balance", payload: { data: {} } });
    await refuse("The client token has expired.", true);
    expect(await client.next()).toMatchObject({
      id: "balance",
      payload: { errors: [{ message: "The client token has expired.", extensions: { code: "key_revoked" } }] },
    });
    expect(await client.next()).toEqual({ type: "complete", id: "balance" });
    client.send(subscribe("2"));
    expect(await client.next()).toMatchObject({
      type: "error",
      id: "2",
      payload: [{ extensions: { code: "key_revoked" } }],
    });
    feed.push(sampleStarted, textEvent("a"), sampleFinished);
    feed.end();
    const names = [];
    for (let message = await client.next(); message.type !== "complete"; message = await client.next())
      names.push(eventOf(message)["__typename"]);
    expect(names).toEqual(["ChatStarted", "ChatDelta", "ChatFinished"]);
    expect(await client.closed).toEqual({ code: 4401, reason: "key_revoked" });
  });

  it("whose key expires while it is idle is closed", async () => {
    const { url, refuse } = await startWithRefusals();
    const client = await openAcknowledged({ url });
    await refuse("The client token has expired.", true);
    expect(await client.closed).toEqual({ code: 4401, reason: "key_revoked" });
  });

  it("whose key expires and is then revoked ends its answers", async () => {
    const { url, opened, refuse } = await startWithRefusals();
    const client = await openAcknowledged({ url });
    client.send(subscribe("1"));
    const feed = await opened(1);
    await refuse("The client token has expired.", true);
    await refuse("The client token was revoked.", false);
    expect(eventOf(await client.next())).toMatchObject({ __typename: "ChatFailed", code: "key_revoked" });
    expect(await client.closed).toEqual({ code: 4401, reason: "key_revoked" });
    await feed.abandoned;
  });

  it("holds each operation to the restrictions and guardrails that are in force when it begins", async () => {
    const now: Partial<AuthenticateResponse> = {};
    const billing: Partial<BillingService> = {
      authenticate: () =>
        Promise.resolve({ organizationId: SAMPLE_ORGANIZATION_ID, keyId: "key_1", zdr: false, ...now }),
    };
    const contexts: (CallContext | undefined)[] = [];
    const createChatCompletion: InferenceService["createChatCompletion"] = ({ context }) => {
      contexts.push(context);
      return Promise.resolve(sampleAnswer);
    };
    const { url } = await start({ billing, inference: { createChatCompletion } });
    const client = await openAcknowledged({ url });
    const ask = async (id: string, query: string, variables?: object) => {
      client.send({ type: "subscribe", id, payload: { query, variables } });
      const { payload } = await client.next();
      expect(await client.next()).toEqual({ type: "complete", id });
      return payload;
    };
    const chat = "mutation ($input: ChatInput!) { createChatCompletion(input: $input) { id } }";
    Object.assign(now, { zdr: true, keyScope: { models: [input.model], budgeted: true, networks: [] } });
    expect(await ask("1", chat, { input })).toMatchObject({ data: { createChatCompletion: {} } });
    expect(contexts).toMatchObject([{ zdr: true, budgeted: true }]);
    Object.assign(now, { keyScope: { models: ["mistral/*"], budgeted: false, networks: [] } });
    for (const [id, query] of [
      ["2", chat],
      ["3", 'mutation { createApiKey(name: "free") { secret } }'],
    ] as const)
      expect(await ask(id, query, id === "2" ? { input } : undefined)).toMatchObject({
        errors: [{ extensions: { code: "permission_denied" } }],
      });
    Object.assign(now, { keyScope: { models: [], budgeted: false, networks: ["203.0.113.0/24"] } });
    expect(await ask("4", "{ viewer { balance } }")).toMatchObject({
      errors: [{ extensions: { code: "permission_denied" } }],
    });
    expect(contexts).toHaveLength(1);
    client.socket.close();
  });

  it("closes a connection from outside of its key's networks", async () => {
    const keyScope = { models: [], budgeted: false, networks: ["203.0.113.0/24"] };
    const billing: Partial<BillingService> = {
      authenticate: () =>
        Promise.resolve({ organizationId: SAMPLE_ORGANIZATION_ID, keyId: "key_1", zdr: false, keyScope }),
    };
    const { url } = await start({ billing });
    const client = await openSocket({ url, headers: keyHeaders });
    client.send({ type: "connection_init" });
    expect(await client.closed).toMatchObject({ code: 4403, reason: "permission_denied" });
  });

  it("slows the provider while its reader takes nothing, and is disconnected in the end", async () => {
    const clock = createManualClock();
    const { url, opened } = await start({ clock, limits: { socketPingMs: 1_000_000 } });
    const client = await openAcknowledged({ url });
    client.send(subscribe("1"));
    const feed = await opened(1);
    client.socket.pause();
    feed.push(sampleStarted);
    const piece = "x".repeat(256 * 1024);
    let pushed = 0;
    // More than the kernel's socket buffers hold on any machine.
    for (; pushed < 256; pushed++) feed.push(textEvent(piece));
    let pulls = -1;
    // Several pieces fit into the buffers before the first one waits.
    while (pulls !== feed.pulls || pulls < 3) {
      pulls = feed.pulls;
      for (let turn = 0; turn < 50; turn++)
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
    }
    expect(pulls).toBeLessThan(pushed);
    await clock.advance(400_000);
    await feed.abandoned;
    client.socket.terminate();
  });

  /** More than the socket buffers of one machine hold. */
  const giantAnswer = (megabytes: number): Partial<InferenceService> => ({
    createChatCompletion: () =>
      Promise.resolve({
        ...sampleAnswer,
        message: {
          ...(sampleAnswer.message as NonNullable<typeof sampleAnswer.message>),
          content: [{ part: { $case: "text", value: "x".repeat(megabytes * 1024 * 1024) } }],
        },
      }),
  });
  const WHOLE = {
    type: "subscribe",
    id: "whole",
    payload: {
      query: "mutation ($input: ChatInput!) { createChatCompletion(input: $input) { message { content } } }",
      variables: { input },
    },
  };
  const waits = async (ready: () => boolean) => {
    while (!ready())
      await new Promise<void>((resolve) => {
        setImmediate(resolve);
      });
  };
  const bytesOf = ({ socket }: SocketClient) =>
    (socket as unknown as { readonly _socket: { readonly bytesRead: number } })._socket.bytesRead;

  it("is not disconnected because of a large requested answer, whatever else is sent over it", async () => {
    const { url, opened } = await start({ inference: giantAnswer(24) });
    const client = await openAcknowledged({ url });
    client.send(subscribe("1"));
    const feed = await opened(1);
    client.socket.pause();
    client.send(WHOLE);
    client.send({ type: "ping" });
    // They wait behind the large answer while the reader takes nothing.
    for (let turn = 0; turn < 500; turn++)
      await new Promise<void>((resolve) => {
        setImmediate(resolve);
      });
    client.send({ type: "ping" });
    feed.push(sampleStarted, textEvent("a"), sampleFinished);
    feed.end();
    client.socket.resume();
    const received = new Map<string, number>();
    for (
      let message = await client.next();
      message.type !== "complete" || message.id !== "1";
      message = await client.next()
    ) {
      const name = `${message.type} ${message.id ?? ""}`;
      received.set(name, (received.get(name) ?? 0) + 1);
    }
    client.send({ type: "ping" });
    while (received.get("pong ") !== 3)
      received.set("pong ", (received.get("pong ") ?? 0) + Number((await client.next()).type === "pong"));
    expect(received.get("next 1")).toBe(3);
    expect(received.get("next whole") ?? 0).toBe(1);
  });

  it("that takes one large answer slowly but steadily is not disconnected", async () => {
    const clock = createManualClock();
    const { url } = await start({ clock, inference: giantAnswer(96) });
    const client = await openAcknowledged({ url });
    client.socket.pause();
    client.send(WHOLE);
    for (let steps = 1; steps <= 6; steps++) {
      client.socket.resume();
      await waits(() => bytesOf(client) > steps * 12 * 1024 * 1024);
      client.socket.pause();
      await clock.advance(40_000);
    }
    client.socket.resume();
    expect(await client.next()).toMatchObject({ type: "next", id: "whole" });
  });

  it("that no longer answers pings is terminated", async () => {
    const clock = createManualClock();
    const { url, opened } = await start({ clock });
    const client = await openAcknowledged({ url });
    client.send(subscribe("1"));
    const feed = await opened(1);
    (client.socket as unknown as { pong: () => void }).pong = () => {};
    (client.socket as unknown as { _autoPong: boolean })._autoPong = false;
    await clock.advance(40_000);
    await feed.abandoned;
  });

  it("finishes its answer when the gateway closes, then ends; idle ones end at once", async () => {
    const { url, gateway, opened } = await start();
    const busy = await openAcknowledged({ url });
    busy.send(subscribe("1"));
    busy.send({ type: "subscribe", id: "2", payload: { query: "subscription { balance { balance } }" } });
    const idle = await openAcknowledged({ url });
    const feed = await opened(1);
    const closing = gateway.close(10_000);
    expect(await idle.closed).toEqual({ code: 1012, reason: "The service is shutting down." });
    // A new connection gets the same code.
    const late = await openSocket({ url });
    expect(await late.closed).toEqual({ code: 1012, reason: "The service is shutting down." });
    feed.push(sampleStarted, sampleFinished);
    const types = [];
    for (
      let message = await busy.next();
      message.type !== "complete" || message.id !== "1";
      message = await busy.next()
    )
      types.push(message.type);
    expect(types).toContain("next");
    expect(await busy.closed).toEqual({ code: 1012, reason: "The service is shutting down." });
    await closing;
  });

  it("finishes an answer that is asked for in a fragment, too, beside what goes on until the close", async () => {
    const { url, gateway, opened } = await start({ billing: { watchBalance: oneBalance } });
    const client = await openAcknowledged({ url });
    const query = `subscription Chat($input: ChatInput!) { ...F } fragment F on Subscription { chatTokens(input: $input) { __typename } }
      subscription Balance { balance { balance } }`;
    client.send({ type: "subscribe", id: "2", payload: { query, operationName: "Balance", variables: { input } } });
    expect(await client.next()).toMatchObject({ type: "next", id: "2" });
    client.send({ type: "subscribe", id: "1", payload: { query, operationName: "Chat", variables: { input } } });
    const feed = await opened(1);
    const closing = gateway.close(10_000);
    feed.push(sampleStarted, sampleFinished);
    expect(eventOf(await client.next())).toMatchObject({ __typename: "ChatStarted" });
    expect(eventOf(await client.next())).toMatchObject({ __typename: "ChatFinished" });
    expect(await client.next()).toMatchObject({ type: "complete", id: "1" });
    // Not complete: a client that repeats its subscriptions after a lost connection repeats this one.
    expect(await client.closed).toMatchObject({ code: 1012 });
    await closing;
  });

  it("gives graphql-ws's client a lost connection, after which it repeats its subscriptions, when the gateway closes", async () => {
    const { url, gateway } = await start({ billing: { watchBalance: oneBalance } });
    const ends: unknown[] = [];
    const client = createClient({
      url: `${url.replace("http", "ws")}/graphql`,
      connectionParams: { authorization: `Bearer ${SAMPLE_KEY}` },
      shouldRetry: (event) => {
        ends.push((event as { readonly code?: number }).code);
        return false;
      },
    });
    const balances = client.iterate({ query: "subscription { balance { balance } }" });
    await balances.next();
    const closing = gateway.close(10_000);
    await expect(balances.next()).rejects.toMatchObject({ code: 1012 });
    expect(ends).toEqual([1012]);
    await closing;
  });

  it("is closed with a reason when the gateway's grace period ends", async () => {
    const { url, gateway, opened } = await start();
    const client = await openAcknowledged({ url });
    client.send(subscribe("1"));
    const feed = await opened(1);
    feed.push(sampleStarted);
    await client.next();
    const closing = gateway.close(0);
    expect(eventOf(await client.next())).toMatchObject({ __typename: "ChatFailed", code: "overloaded" });
    await feed.abandoned;
    await closing;
  });
});
