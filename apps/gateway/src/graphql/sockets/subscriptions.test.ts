import type { LedgerEntry, StreamChatCompletionRequest } from "@cenote/contracts";
import { CenoteError } from "@cenote/core";
import { createManualClock } from "@cenote/testkit";
import { createClient } from "graphql-ws";
import { type BalanceFeed, createBalanceFeed } from "../../testing/balance-feed";
import { CHAT, chatGateways, eventOf, input, keyHeaders, subscribe } from "../../testing/chat-subscription";
import { completedVideoJob, sampleVideoJob } from "../../testing/fake-media";
import { SAMPLE_KEY, SAMPLE_ORGANIZATION_ID, sampleStarted, textEvent } from "../../testing/samples";
import { openAcknowledged, openSocket } from "../../testing/socket-client";
import { startGateway } from "../../testing/start-gateway";

const { running, start } = chatGateways();

describe("chatTokens over graphql-transport-ws", () => {
  it("streams the answer to graphql-ws's client, with usage and exact cost at the end", async () => {
    const { url, inference } = await startGateway().then((gateway) => {
      running.push(gateway);
      return gateway;
    });
    const client = createClient({
      url: `${url.replace("http", "ws")}/graphql`,
      connectionParams: { Authorization: `Bearer ${SAMPLE_KEY}` },
      retryAttempts: 0,
    });
    const events: Record<string, unknown>[] = [];
    for await (const result of client.iterate<{ chatTokens: Record<string, unknown> }>({
      query: CHAT,
      variables: { input },
    }))
      events.push(result.data?.chatTokens ?? {});
    expect(events).toEqual([
      {
        __typename: "ChatStarted",
        requestId: expect.stringMatching(/^req_/),
        model: "openai/gpt-4o-mini",
        role: "ASSISTANT",
      },
      { __typename: "ChatDelta", content: "¡Ho", reasoning: null },
      { __typename: "ChatDelta", content: "la! 🌊", reasoning: null },
      {
        __typename: "ChatFinished",
        finishReason: "STOP",
        usage: { promptTokens: 9, costUsd: "0.00000315", costMxn: "0.000063" },
      },
    ]);
    expect((inference.calls[0] as StreamChatCompletionRequest).context).toMatchObject({
      organizationId: SAMPLE_ORGANIZATION_ID,
      requestId: events[0]?.["requestId"],
    });
    await client.dispose();
  });

  it("carries pieces of tool calls and reasoning", async () => {
    const { url, opened } = await start();
    const client = await openAcknowledged({ url });
    client.send(subscribe("1"));
    const feed = await opened(1);
    feed.push(
      sampleStarted,
      { $case: "reasoning", value: "hm" },
      { $case: "toolCall", value: { index: 0, id: "call_1", name: "f", arguments: "" } },
      { $case: "toolCall", value: { index: 0, id: "", name: "", arguments: "{}" } },
    );
    await client.next();
    expect(eventOf(await client.next())).toEqual({ __typename: "ChatDelta", content: null, reasoning: "hm" });
    expect(eventOf(await client.next())).toEqual({
      __typename: "ChatToolCallDelta",
      index: 0,
      id: "call_1",
      name: "f",
      arguments: "",
    });
    expect(eventOf(await client.next())).toEqual({
      __typename: "ChatToolCallDelta",
      index: 0,
      id: null,
      name: null,
      arguments: "{}",
    });
  });

  it("accepts the key in the header of the upgrade request", async () => {
    const { url } = await start();
    const client = await openSocket({ url, headers: keyHeaders });
    client.send({ type: "connection_init" });
    expect(await client.next()).toEqual({ type: "connection_ack" });
  });

  it.each([
    ["before the first content", [], ["ChatFailed"]],
    ["in the middle", [sampleStarted, textEvent("a")], ["ChatStarted", "ChatDelta", "ChatFailed"]],
  ] as const)("sends a failure %s as the last event, with the code of REST", async (_when, events, types) => {
    const { url, opened } = await start();
    const client = await openAcknowledged({ url });
    client.send(subscribe("1"));
    const feed = await opened(1);
    if (events.length > 0) feed.push(...events);
    feed.fail(new CenoteError("provider_unavailable", "Their words."));
    const seen = [];
    for (let message = await client.next(); message.type === "next"; message = await client.next())
      seen.push(eventOf(message));
    expect(seen.map(({ __typename }) => __typename)).toEqual(types);
    expect(seen.at(-1)).toEqual({
      __typename: "ChatFailed",
      code: "provider_unavailable",
      message: "Their words.",
      requestId: expect.stringMatching(/^req_/),
      retryable: true,
    });
  });

  it("counts each operation by outcome, and logs it", async () => {
    const lines: object[] = [];
    const { url, opened } = await start({
      log: {
        debug: () => {},
        warn: () => {},
        error: () => {},
        info: (fields, text) => {
          if (text === "socket operation") lines.push(fields);
        },
      },
    });
    const client = await openAcknowledged({ url });
    const untilComplete = async () => {
      while ((await client.next()).type === "next");
    };
    client.send(subscribe("1"));
    (await opened(1)).fail(new CenoteError("provider_unavailable", "Their words."));
    await untilComplete();
    client.send({ type: "subscribe", id: "2", payload: { query: "{\n  nope\n}" } });
    expect(await client.next()).toMatchObject({
      type: "error",
      payload: [{ locations: [{ line: 2, column: 3 }], extensions: { code: "invalid_request_error" } }],
    });
    client.send({ type: "subscribe", id: "3", payload: { query: "{ viewer { balance } }" } });
    await untilComplete();
    const text = await (await fetch(`${url}/metrics`)).text();
    for (const outcome of ["provider_unavailable", "invalid_request_error", "ok"])
      expect(text).toContain(`cenote_gateway_socket_operations_total{outcome="${outcome}"} 1`);
    expect(lines).toMatchObject(
      ["provider_unavailable", "invalid_request_error", undefined].map((errorCode) => ({
        requestId: expect.stringMatching(/^req_/),
        organizationId: SAMPLE_ORGANIZATION_ID,
        errorCode,
      })),
    );
  });

  it("does not send the text of a bug", async () => {
    const { url, opened } = await start();
    const client = await openAcknowledged({ url });
    client.send(subscribe("1"));
    (await opened(1)).fail(new Error("password=hunter2"));
    const message = await client.next();
    expect(eventOf(message)).toMatchObject({ code: "internal_error" });
    expect(JSON.stringify(message)).not.toContain("hunter2");
  });

  it.each([
    [
      "is unsubscribed",
      (client: Awaited<ReturnType<typeof openAcknowledged>>) => {
        client.send({ type: "complete", id: "1" });
      },
    ],
    [
      "closes",
      (client: Awaited<ReturnType<typeof openAcknowledged>>) => {
        client.socket.close();
      },
    ],
    [
      "is lost",
      (client: Awaited<ReturnType<typeof openAcknowledged>>) => {
        client.socket.terminate();
      },
    ],
  ])("stops the provider when it %s, while an event is awaited", async (_how, leave) => {
    const { url, opened } = await start();
    const client = await openAcknowledged({ url });
    client.send(subscribe("1"));
    const feed = await opened(1);
    feed.push(sampleStarted, textEvent("a"));
    await client.next();
    await client.next();
    leave(client);
    await feed.abandoned;
  });

  it.each<[string, object, string]>([
    ["no message", { messages: [] }, "messages"],
    ["a temperature of 3", { temperature: 3 }, "temperature"],
    ["a tool message without its call", { messages: [{ role: "TOOL", content: "x" }] }, "messages[0].toolCallId"],
    ["text and parts", { messages: [{ role: "USER", content: "x", parts: [{ text: "x" }] }] }, "messages[0].parts"],
    ["a bad tool name", { tools: [{ name: "no spaces" }] }, "tools[0].name"],
    ["a tool choice without tools", { toolChoice: { mode: "REQUIRED" } }, "toolChoice"],
    ["a schema without a name", { responseFormat: { type: "JSON_SCHEMA", schema: {} } }, "responseFormat.name"],
  ])("refuses %s before a provider is called, and names the field", async (_what, change, param) => {
    const { url, inference } = await start();
    const client = await openAcknowledged({ url });
    client.send(subscribe("1", { input: { ...input, ...change } }));
    const { payload } = await client.next();
    expect(payload).toMatchObject({
      errors: [
        {
          message: expect.stringContaining(param),
          extensions: { code: "invalid_request_error", param, request_id: expect.stringMatching(/^req_/) },
        },
      ],
    });
    expect(inference.calls).toHaveLength(0);
  });

  it.each([
    ["a syntax error", { query: "subscription {" }],
    ["an unknown field", { query: "subscription { nope }" }],
    ["an input that is no ChatInput", { query: CHAT, variables: { input: { model: 5 } } }],
    ["a fragment that contains itself", { query: "query { ...a } fragment a on Query { ...a }" }],
    ["too many words", { query: `{ ${"viewer { balance } ".repeat(600)} }` }],
    [
      "a bomb of aliases",
      {
        query: `{ ${Array.from({ length: 60 }, (_unused, index) => `a${index}: models { prices { usd mxn } id zdr }`).join(" ")} }`,
      },
    ],
  ])("answers %s with a code", async (_what, payload) => {
    const { url, inference } = await start();
    const client = await openAcknowledged({ url });
    client.send({ type: "subscribe", id: "1", payload });
    const message = JSON.stringify(await client.next());
    expect(message).toContain("invalid_request_error");
    expect(inference.calls).toHaveLength(0);
  });

  it("answers queries and mutations too", async () => {
    const { url } = await start();
    const client = await openAcknowledged({ url });
    client.send({ type: "subscribe", id: "1", payload: { query: "{ viewer { balance } }" } });
    expect(await client.next()).toEqual({
      type: "next",
      id: "1",
      payload: { data: { viewer: { balance: "50.000000001" } } },
    });
    expect(await client.next()).toEqual({ type: "complete", id: "1" });
  });

  it("stops a mutation when it is completed, sends nothing more of it, and stays open", async () => {
    const [begun, stopped] = [Promise.withResolvers<void>(), Promise.withResolvers<unknown>()];
    const { url } = await start({
      inference: {
        createChatCompletion: (_request, signal) => {
          begun.resolve();
          return new Promise((_resolve, reject) => {
            signal?.addEventListener("abort", () => {
              stopped.resolve(signal.reason);
              reject(signal.reason as Error);
            });
          });
        },
      },
    });
    const client = await openAcknowledged({ url });
    const query = "mutation ($input: ChatInput!) { createChatCompletion(input: $input) { id } }";
    client.send({ type: "subscribe", id: "1", payload: { query, variables: { input } } });
    await begun.promise;
    client.send({ type: "complete", id: "1" });
    expect(await stopped.promise).toMatchObject({ code: "cancelled" });
    client.send({ type: "subscribe", id: "2", payload: { query: "{ viewer { balance } }" } });
    expect(await client.next()).toMatchObject({ type: "next", id: "2" });
    expect(await client.next()).toEqual({ type: "complete", id: "2" });
    expect(await (await fetch(`${url}/metrics`)).text()).toContain("cenote_gateway_open_calls 0");
  });

  it("sends the events of one read in one write", async () => {
    const { url, opened } = await start();
    const client = await openAcknowledged({ url });
    client.send(subscribe("1"));
    const feed = await opened(1);
    const pieces: number[] = [];
    (
      client.socket as unknown as { readonly _socket: { on(event: string, listener: (data: Buffer) => void): void } }
    )._socket.on("data", (data) => {
      pieces.push(data.length);
    });
    feed.push(sampleStarted, textEvent("a"), { $case: "reasoning", value: "b" }, textEvent("c"));
    for (let count = 0; count < 4; count++) await client.next();
    expect(pieces).toHaveLength(1);
  });
});

describe("balance", () => {
  const BALANCE = { type: "subscribe", id: "1", payload: { query: "subscription { balance { balance available } }" } };
  const payloadOf = (balance: string) => ({ data: { balance: { balance, available: balance } } });

  it("sends the current balance at once and each change, with one watch for all subscribers while there are any", async () => {
    const feeds: BalanceFeed[] = [];
    const { url } = await start({
      billing: {
        watchBalance(_request, signal) {
          const feed = createBalanceFeed(signal);
          feed.push(5_000_000_000n);
          feeds.push(feed);
          return feed;
        },
      },
    });
    const clients = [await openAcknowledged({ url }), await openAcknowledged({ url })];
    for (const client of clients) {
      client.send(BALANCE);
      expect((await client.next()).payload).toEqual(payloadOf("5"));
    }
    feeds[0]?.push(4_999_999_999n);
    for (const client of clients) expect((await client.next()).payload).toEqual(payloadOf("4.999999999"));
    expect(feeds).toHaveLength(1);
    for (const { socket } of clients) socket.close();
    await feeds[0]?.abandoned;
  });

  it("continues after the watch is lost, and sends no balance twice", async () => {
    const clock = createManualClock();
    const feeds: BalanceFeed[] = [];
    const { url } = await start({
      clock,
      billing: {
        watchBalance(_request, signal) {
          const feed = createBalanceFeed(signal);
          feed.push(5_000_000_000n);
          feeds.push(feed);
          return feed;
        },
      },
    });
    const client = await openAcknowledged({ url });
    client.send(BALANCE);
    expect((await client.next()).payload).toEqual(payloadOf("5"));
    feeds[0]?.end();
    // The moment at which the gateway notices is not determined.
    while (feeds.length < 2) await clock.advance(500);
    feeds[1]?.push(6_000_000_000n);
    expect((await client.next()).payload).toEqual(payloadOf("6"));
  });

  it("ends with an error when the socket's key is revoked", async () => {
    const clock = createManualClock();
    const { url } = await start({
      clock,
      billing: {
        findRefused: ({ keyDigests }) =>
          Promise.resolve({
            refused: keyDigests.map((keyDigest) => ({
              keyDigest,
              code: "key_revoked",
              message: "Ended.",
              expired: false,
            })),
          }),
        watchBalance(_request, signal) {
          const feed = createBalanceFeed(signal);
          feed.push(5_000_000_000n);
          return feed;
        },
      },
    });
    const client = await openAcknowledged({ url });
    client.send(BALANCE);
    expect((await client.next()).payload).toEqual(payloadOf("5"));
    await clock.advance(2000);
    expect((await client.next()).payload).toMatchObject({
      errors: [{ extensions: { code: "key_revoked", request_id: expect.any(String) } }],
    });
    expect(await client.next()).toEqual({ type: "complete", id: "1" });
    expect(await client.closed).toEqual({ code: 4401, reason: "key_revoked" });
  });
});

describe("videoStatus", () => {
  it("sends the job, and completes when it ends", async () => {
    const { url } = await start();
    const client = await openAcknowledged({ url });
    client.send({
      type: "subscribe",
      id: "1",
      payload: {
        query: `subscription { videoStatus(jobId: "33333333-3333-4333-8333-333333333333") { status costMxn duration } }`,
      },
    });
    expect((await client.next()).payload).toEqual({
      data: { videoStatus: { status: "PROCESSING", costMxn: null, duration: 8 } },
    });
    expect(await client.next()).toEqual({ type: "complete", id: "1" });
  });

  it("sends the charge of a job that ends, for which it asked in vain before", async () => {
    const entry: LedgerEntry = {
      seq: 1n,
      id: "settle:1",
      type: "settle",
      amountNanoMxn: -67_200_000_001n,
      balanceNanoMxn: 0n,
      requestId: completedVideoJob.requestId,
      at: new Date(0),
      note: "",
      cursor: "1.0",
      charge: {
        model: "google/veo",
        keyId: "",
        usage: [],
        costUsd: "3.36",
        markup: "1.05",
        fx: undefined,
        priceVersion: "v1",
        record: undefined,
      },
    };
    let isCharged = false;
    const jobs = async function* () {
      yield { job: sampleVideoJob };
      isCharged = true;
      yield { job: completedVideoJob };
    };
    const { url } = await start({
      billing: { getCharges: () => Promise.resolve({ entries: isCharged ? [entry] : [] }) },
      media: { watchVideo: () => ReadableStream.from(jobs()) },
    });
    const client = await openAcknowledged({ url });
    const query = `subscription { videoStatus(jobId: "33333333-3333-4333-8333-333333333333") { status costMxn request { costMxn } } }`;
    client.send({ type: "subscribe", id: "1", payload: { query } });
    expect((await client.next()).payload).toEqual({
      data: { videoStatus: { status: "PROCESSING", costMxn: null, request: null } },
    });
    expect((await client.next()).payload).toEqual({
      data: { videoStatus: { status: "COMPLETED", costMxn: "67.200000001", request: { costMxn: "67.200000001" } } },
    });
  });

  it("is an error with its code for an unknown job", async () => {
    const missing = new ReadableStream({ pull: () => Promise.reject(new CenoteError("job_not_found")) });
    const { url } = await start({ media: { watchVideo: () => missing } });
    const client = await openAcknowledged({ url });
    client.send({
      type: "subscribe",
      id: "1",
      payload: { query: `subscription { videoStatus(jobId: "33333333-3333-4333-8333-333333333333") { status } }` },
    });
    expect((await client.next()).payload).toMatchObject({
      errors: [{ extensions: { code: "job_not_found", request_id: expect.any(String) } }],
    });
    expect(await client.next()).toEqual({ type: "complete", id: "1" });
  });
});
