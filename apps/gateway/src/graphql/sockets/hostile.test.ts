import type { InferenceService } from "@cenote/contracts";
import { silentLog } from "@cenote/core";
import { createManualClock } from "@cenote/testkit";
import { createEventFeed, type EventFeed } from "../../testing/event-feed";
import { openRawConnection } from "../../testing/raw-connection";
import { SAMPLE_KEY, sampleStarted } from "../../testing/samples";
import { openAcknowledged, openSocket, type SocketClient } from "../../testing/socket-client";
import { type RunningGateway, type StartOptions, startGateway } from "../../testing/start-gateway";

const CHAT = `subscription ($input: ChatInput!) { chatTokens(input: $input) { __typename } }`;
const input = { model: "openai/gpt-4o-mini", messages: [{ role: "USER", content: "hi" }] };
const subscribe = (id: string, payload: object = { query: CHAT, variables: { input } }) => ({
  type: "subscribe",
  id,
  payload,
});
const numbers = (count: number) => Array.from({ length: count }, (_unused, index) => index);

interface World extends RunningGateway {
  /** The calls to providers. */
  readonly feeds: readonly EventFeed[];
  /** Resolves when every call has ended, every provider call is closed and no client is connected. */
  readonly nothingLeft: () => Promise<void>;
  /** Resolves when this many WebSockets are open. */
  readonly sockets: (count: number) => Promise<void>;
}

const turn = () =>
  new Promise<void>((resolve) => {
    setImmediate(resolve);
  });
const running: RunningGateway[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map(({ gateway }) => gateway.close(0)));
});

const start = async (options: StartOptions = {}): Promise<World> => {
  const feeds: EventFeed[] = [];
  const inference: Partial<InferenceService> = {
    streamChatCompletion: (_request, signal) => {
      const feed = createEventFeed(signal);
      feed.push(sampleStarted);
      feeds.push(feed);
      return feed;
    },
  };
  const gateway = await startGateway({ ...options, inference });
  running.push(gateway);
  const gauge = async (name: string): Promise<number> => {
    const text = await (await fetch(`${gateway.url}/metrics`)).text();
    return Number(new RegExp(`^cenote_gateway_${name} (\\d+)$`, "m").exec(text)?.[1]);
  };
  const sockets = async (count: number): Promise<void> => {
    while ((await gauge("open_sockets")) !== count) await turn();
  };
  return {
    ...gateway,
    feeds,
    sockets,
    async nothingLeft() {
      await sockets(0);
      while ((await gauge("open_calls")) !== 0) await turn();
      await Promise.all(feeds.map(({ abandoned }) => abandoned));
    },
  };
};

describe("a hostile WebSocket leaves nothing behind", () => {
  it("when a hundred clients send nothing", async () => {
    const { url, nothingLeft } = await start({ limits: { socketInitMs: 300 } });
    const silent = await Promise.all(numbers(100).map(() => openSocket({ url })));
    expect(await Promise.all(silent.map(({ closed }) => closed))).toEqual(
      silent.map(() => expect.objectContaining({ code: 4408 })),
    );
    await nothingLeft();
  });

  it("when it uses the outdated protocol", async () => {
    const { url, nothingLeft } = await start();
    const raw = await openRawConnection(url);
    raw.send(
      "GET /graphql HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-protocol: graphql-ws\r\n\r\n",
    );
    const response = await raw.until(/^HTTP[/]1.1 101 [^]*\r\n\r\n[^]{4}/);
    // A close frame begins with the code: 4406 is 0x1136.
    expect(response).toContain("\u00116");
    expect(response).not.toMatch(/sec-websocket-protocol/i);
    raw.destroy();
    await nothingLeft();
  });

  it.each([
    ["sends connection_init twice", [{ type: "connection_init" }], 4429],
    ["subscribes twice with one id", [subscribe("1"), subscribe("1")], 4409],
    ["does so with a long one", [subscribe("i".repeat(200)), subscribe("i".repeat(200))], 4409],
    ["subscribes with an id that each event would repeat for kilobytes", [subscribe("i".repeat(257))], 4400],
    ["sends no message", ["{"], 4400],
    ["sends an unknown type of message", [{ type: "start", id: "1", payload: {} }], 4400],
    ["sends a message that only servers send", [{ type: "next", id: "1", payload: {} }], 4400],
    ["says that its own beginning was accepted", [{ type: "connection_ack" }], 4400],
    ["reports an error", [{ type: "error", id: "1", payload: [{ message: "no" }] }], 4400],
    ["subscribes without an id", [{ type: "subscribe", payload: { query: CHAT } }], 4400],
    ["sends a query that is no text", [subscribe("1", { query: { a: 1 } })], 4400],
  ])("when it %s", async (_what, messages, code) => {
    const { url, nothingLeft } = await start();
    const client = await openAcknowledged({ url });
    for (const message of messages) client.send(message);
    expect(await client.closed).toMatchObject({ code });
    await nothingLeft();
  });

  it("when it sends an endless message in fragments", async () => {
    const { url, nothingLeft } = await start({ limits: { socketFrameBytes: 64 * 1024 } });
    const client = await openAcknowledged({ url });
    for (const _piece of numbers(10)) client.socket.send("x".repeat(8 * 1024), { fin: false });
    expect(await client.closed).toMatchObject({ code: 1009 });
    await nothingLeft();
  });

  it("when it sends a huge message before it is authenticated", async () => {
    const { url, nothingLeft } = await start();
    const client = await openSocket({ url });
    client.send({
      type: "connection_init",
      payload: { authorization: `Bearer ${SAMPLE_KEY}`, more: "x".repeat(17 * 1024) },
    });
    expect(await client.closed).toEqual({ code: 1009, reason: "request_too_large" });
    await nothingLeft();
  });

  const long = (mib: number) =>
    subscribe("1", { query: "{ __typename }", variables: { junk: "x".repeat(mib * 1024 * 1024) } });

  it("when it sends a message that is too long, and reads the answer only when it has sent all of it", async () => {
    const { url, nothingLeft } = await start();
    const { socket, closed } = await openAcknowledged({ url });
    socket.pause();
    await new Promise((sent) => {
      socket.send(JSON.stringify(long(5)), sent);
    });
    socket.resume();
    expect(await closed).toMatchObject({ code: 1009 });
    await nothingLeft();
  });

  it("when it sends one before it is authenticated, and is told so before all of it has come", async () => {
    const { url, nothingLeft } = await start();
    const client = await openSocket({ url });
    client.send(long(2));
    expect(await client.closed).toEqual({ code: 1009, reason: "request_too_large" });
    await nothingLeft();
  });

  it("when it sends the beginning of a large message before it is authenticated", async () => {
    const { url, nothingLeft } = await start();
    const raw = await openRawConnection(url);
    raw.socket.on("error", () => {});
    raw.send(
      "GET /graphql HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-protocol: graphql-transport-ws\r\n\r\n",
    );
    await raw.until(/^HTTP[/]1.1 101 /);
    // The head of a masked text frame of 2 MiB, and some of it.
    raw.send(
      Buffer.concat([Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0, 0x20, 0, 0, 0, 0, 0, 0]), Buffer.alloc(64 * 1024)]),
    );
    await raw.all();
    await nothingLeft();
  });

  it("when its operations hold more variables than its organization may", async () => {
    const { url, nothingLeft } = await start({ limits: { openBodyBytes: 1024 * 1024 } });
    const client = await openAcknowledged({ url });
    const query = "subscription { balance { available } }";
    for (const id of numbers(16))
      client.send(subscribe(`${id}`, { query, variables: { junk: "x".repeat(128 * 1024) } }));
    let message = await client.next();
    while (message.type !== "error") message = await client.next();
    expect(message.payload).toMatchObject([{ extensions: { code: "rate_limit_exceeded" } }]);
    client.socket.close();
    await nothingLeft();
  });

  it("when it sends a message in more fragments than it may have", async () => {
    const { url, nothingLeft } = await start({ limits: { socketFragments: 100 } });
    const client = await openAcknowledged({ url });
    for (const _piece of numbers(101)) client.socket.send(" ", { fin: false });
    expect(await client.closed).toMatchObject({ code: 1008 });
    await nothingLeft();
  });

  /** Sends a part of a message that is never finished. */
  const begin = ({ socket }: SocketClient, bytes: number) => {
    socket.send(" ".repeat(bytes), { fin: false });
  };

  it("when its organization holds more unfinished messages than it may, which keep their sockets alive with pongs", async () => {
    const { url, sockets, nothingLeft } = await start({ limits: { socketUnfinishedBytes: 1024 * 1024 } });
    const clients = await Promise.all(numbers(8).map(() => openAcknowledged({ url })));
    for (const client of clients) {
      begin(client, 100 * 1024);
      client.socket.pong();
      begin(client, 100 * 1024);
    }
    expect(await Promise.race(clients.map(({ closed }) => closed))).toEqual({
      code: 4429,
      reason: "rate_limit_exceeded",
    });
    for (const { socket } of clients) socket.terminate();
    await sockets(0);
    const client = await openAcknowledged({ url });
    for (const id of numbers(20)) {
      client.send(subscribe(`${id}`, { query: "{ __typename }", variables: { junk: "x".repeat(200 * 1024) } }));
      expect(await client.next()).toMatchObject({ type: "next", id: `${id}` });
      expect(await client.next()).toMatchObject({ type: "complete", id: `${id}` });
    }
    client.socket.close();
    await nothingLeft();
  });

  it("when it sends a message byte by byte", async () => {
    const { url, nothingLeft } = await start({ limits: { socketUnfinishedBytes: 128 * 1024 } });
    const client = await openAcknowledged({ url });
    const { _socket: raw } = client.socket as unknown as {
      readonly _socket: { write(bytes: Buffer): void };
    };
    // The head of a masked text frame of 2 MiB.
    raw.write(Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0, 0x20, 0, 0, 0, 0, 0, 0]));
    const closed = client.closed.then(() => true);
    for (let count = 0; count < 20_000 && !(await Promise.race([closed, turn()])); count++) raw.write(Buffer.alloc(1));
    expect(await client.closed).toEqual({ code: 4429, reason: "rate_limit_exceeded" });
    await nothingLeft();
  });

  it("when it sends bytes that are not WebSocket frames", async () => {
    const { url, nothingLeft } = await start();
    const client = await openAcknowledged({ url });
    client.send(subscribe("1"));
    await client.next();
    (client.socket as unknown as { readonly _socket: { write(bytes: Buffer): void } })._socket.write(
      Buffer.alloc(1024, 0xff),
    );
    expect(await client.closed).toMatchObject({ code: 1002 });
    await nothingLeft();
  });

  it("when it floods with subscriptions: there are no more provider calls than allowed operations", async () => {
    const { url, feeds, nothingLeft } = await start({ limits: { socketOperations: 16 } });
    const client = await openAcknowledged({ url });
    for (const id of numbers(16)) client.send(subscribe(`${id}`));
    for (const _id of numbers(16)) await client.next();
    for (const id of numbers(20_000)) client.send(subscribe(`more-${id}`));
    for (const _id of numbers(20_000)) expect((await client.next()).type).toBe("error");
    expect(feeds).toHaveLength(16);
    client.socket.terminate();
    await nothingLeft();
  });

  it("when it subscribes and unsubscribes without pause", async () => {
    const { url, nothingLeft } = await start();
    const client = await openAcknowledged({ url });
    for (const round of numbers(100)) {
      for (const id of numbers(20)) {
        client.send(subscribe(`${round}-${id}`));
        client.send({ type: "complete", id: `${round}-${id}` });
      }
      client.send(subscribe(`${round}`, { query: "{ viewer { balance } }" }));
      let message = await client.next();
      while (message.id !== `${round}`) message = await client.next();
      expect(message.payload).toMatchObject({ data: { viewer: {} } });
    }
    client.socket.terminate();
    await nothingLeft();
  });

  it("when it connects and disconnects: its organization is not locked out", async () => {
    const { url, nothingLeft } = await start({ limits: { sockets: 40 } });
    for (const _round of numbers(10)) {
      const clients = await Promise.all(numbers(20).map(() => openAcknowledged({ url })));
      for (const client of clients) client.send(subscribe("1"));
      await Promise.all(clients.map((client) => client.next()));
      for (const { socket } of clients) socket.terminate();
      await nothingLeft();
    }
  });

  /** Sends while the other side reads. */
  const flood = async ({ socket }: SocketClient, send: () => void, isOver: () => boolean): Promise<void> => {
    const { _socket: raw } = socket as unknown as {
      readonly _socket: { readonly _handle: { readonly writeQueueSize: number } | null };
    };
    let untaken = -1;
    for (
      let still = 0;
      still < 20 && !isOver();
      still = untaken > 0 && untaken === raw._handle?.writeQueueSize ? still + 1 : 0
    ) {
      untaken = raw._handle?.writeQueueSize ?? 0;
      for (let count = 0; count < 1000 && socket.bufferedAmount < 1024 * 1024; count++) send();
      for (let count = 0; count < 50; count++) await turn();
    }
  };

  it.each([
    [
      "pings",
      (client: SocketClient) => {
        client.send({ type: "ping", payload: { text: "x".repeat(100) } });
      },
    ],
    [
      "questions that are refused",
      (client: SocketClient, number: number) => {
        client.send(subscribe(`${number}`, { query: "{ nothing }" }));
      },
    ],
  ])(
    "when it floods with %s and reads no answer: it is no longer read, and is disconnected when it has taken nothing for too long",
    async (_what, send) => {
      const clock = createManualClock();
      const seen = { isCutOff: false };
      const log = {
        ...silentLog,
        warn: () => {
          seen.isCutOff = true;
        },
      };
      const { url, nothingLeft } = await start({ clock, log, limits: { socketPileBytes: 64 * 1024 } });
      const client = await openAcknowledged({ url });
      client.socket.pause();
      let sent = 0;
      await flood(
        client,
        () => {
          send(client, sent++);
        },
        () => seen.isCutOff,
      );
      expect(seen.isCutOff).toBe(false);
      while (!seen.isCutOff) await clock.advance(1000);
      client.socket.resume();
      expect(await client.closed).toEqual({ code: 1013, reason: "overloaded" });
      await nothingLeft();
    },
  );

  it("when it floods with ping frames and reads no pong: at most one pong waits, and pings are no unfinished message", async () => {
    const { url, nothingLeft } = await start({ limits: { socketUnfinishedBytes: 128 * 1024 } });
    const client = await openAcknowledged({ url });
    client.socket.pause();
    for (const _ping of numbers(100_000)) client.socket.ping("x".repeat(125));
    client.socket.ping("last");
    const answered = new Promise<void>((resolve) => {
      client.socket.on("pong", (data) => {
        if (data.toString() === "last") resolve();
      });
    });
    client.socket.resume();
    await answered;
    client.socket.close();
    await nothingLeft();
  });

  it("when it floods with operations and cancels each", async () => {
    const { url, nothingLeft } = await start();
    const client = await openAcknowledged({ url });
    for (const _question of numbers(2000)) {
      client.send(subscribe("q", { query: "{ viewer { balance } }" }));
      client.send({ type: "complete", id: "q" });
    }
    let answer: { readonly type: string } = { type: "error" };
    for (let round = 0; answer.type === "error"; round++) {
      client.send(subscribe(`last-${round}`, { query: "{ viewer { balance } }" }));
      let message = await client.next();
      while (message.id !== `last-${round}`) message = await client.next();
      answer = message;
    }
    expect(answer).toMatchObject({ type: "next", payload: { data: { viewer: {} } } });
    client.socket.terminate();
    await nothingLeft();
  });
});
