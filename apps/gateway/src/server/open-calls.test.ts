import { createManualClock, deferred } from "@cenote/testkit";
import { createBalanceFeed } from "../testing/balance-feed";
import { authorization, CHAT, payload } from "../testing/chat-call";
import { createEventFeed } from "../testing/event-feed";
import { openRawConnection } from "../testing/raw-connection";
import { sampleAnswer, sampleStarted, textEvent } from "../testing/samples";
import { openAcknowledged } from "../testing/socket-client";
import { startGateway } from "../testing/start-gateway";

describe("a call's slot", () => {
  const metricOf = async (url: string, name: string) =>
    Number(new RegExp(`^${name} (\\d+)$`, "m").exec(await (await fetch(`${url}/metrics`)).text())?.[1]);

  it("is released when a caller that pipelines disconnects", async () => {
    const aborted: unknown[] = [];
    const allBegun = deferred();
    const allEnded = deferred();
    let begun = 0;
    const { url, gateway } = await startGateway({
      inference: {
        createChatCompletion: (_request, signal) =>
          new Promise(() => {
            begun++;
            if (begun === 3) allBegun.resolve();
            signal?.addEventListener("abort", () => {
              aborted.push(signal.reason);
              if (aborted.length === 3) allEnded.resolve();
            });
          }),
      },
    });
    const connection = await openRawConnection(url);
    const call = `POST ${CHAT} HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\ncontent-type: application/json\r\ncontent-length: ${payload.length}\r\n\r\n${payload}`;
    connection.send(call + call + call);
    await allBegun.promise;
    expect(await metricOf(url, "cenote_gateway_open_calls")).toBe(3);
    connection.destroy();
    await allEnded.promise;
    expect(await metricOf(url, "cenote_gateway_open_calls")).toBe(0);
    await gateway.close(0);
  });

  it("is refused with 503 when there are too many, and free again once a call ends", async () => {
    const begun = deferred();
    const finish = deferred();
    const { post, gateway } = await startGateway({
      limits: { openCalls: 1 },
      inference: {
        createChatCompletion: async () => {
          begun.resolve();
          await finish.promise;
          return sampleAnswer;
        },
      },
    });
    const body = JSON.parse(payload) as object;
    const first = post(CHAT, body);
    await begun.promise;
    const refused = await post(CHAT, body);
    expect(refused.status).toBe(503);
    expect(Object.fromEntries(refused.headers)).toMatchObject({ "retry-after": "1", "retry-after-ms": "1000" });
    expect(await refused.json()).toMatchObject({ error: { code: "overloaded" } });
    finish.resolve();
    expect(await (await first).json()).toMatchObject({ object: "chat.completion" });
    expect((await post(CHAT, body)).status).toBe(200);
    await gateway.close(0);
  });

  it("is not taken by subscriptions that go on until their caller leaves", async () => {
    const { url, post, gateway } = await startGateway({
      limits: { openCalls: 4, openWatches: 8 },
      billing: {
        watchBalance(_request, signal) {
          const feed = createBalanceFeed(signal);
          feed.push(5_000_000_000n);
          return feed;
        },
      },
    });
    const query = "subscription { balance { available } }";
    const socket = await openAcknowledged({ url });
    for (const id of ["1", "2"]) {
      socket.send({ type: "subscribe", id, payload: { query } });
      expect(await socket.next()).toMatchObject({ type: "next", id });
    }
    const streams = [await post("/graphql/stream", { query }), await post("/graphql/stream", { query })];
    expect(streams.map(({ status }) => status)).toEqual([200, 200]);
    expect(await metricOf(url, "cenote_gateway_open_watches")).toBe(4);
    const refused = await post("/graphql/stream", { query });
    expect(refused.status).toBe(429);
    expect(await refused.text()).toContain("open subscriptions");
    expect((await post(CHAT, JSON.parse(payload))).status).toBe(200);
    await gateway.close(0);
  });

  it("is refused with 429 to an organization that has its share of them, while there are others", async () => {
    const begun = deferred();
    const finish = deferred();
    const { post, gateway } = await startGateway({
      limits: { openCalls: 2 },
      inference: {
        createChatCompletion: async () => {
          begun.resolve();
          await finish.promise;
          return sampleAnswer;
        },
      },
    });
    const body = JSON.parse(payload) as object;
    const first = post(CHAT, body);
    await begun.promise;
    const refused = await post(CHAT, body);
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ error: { code: "rate_limit_exceeded" } });
    finish.resolve();
    expect((await first).status).toBe(200);
    expect((await post(CHAT, body)).status).toBe(200);
    await gateway.close(0);
  });
});

describe("closing", () => {
  const body = JSON.parse(payload) as object;
  const pending = () => {
    const begun = deferred();
    const finish = deferred();
    return {
      begun,
      finish,
      inference: {
        createChatCompletion: async () => {
          begun.resolve();
          await finish.promise;
          return sampleAnswer;
        },
      },
    };
  };

  it("lets open calls finish and rejects new ones", async () => {
    const { begun, finish, inference } = pending();
    const { url, post, gateway } = await startGateway({ inference });
    const open = await openRawConnection(url);
    open.send(`GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n`);
    await open.until(/alive/);
    const under = post(CHAT, body);
    await begun.promise;
    const closed = gateway.close(60_000);
    finish.resolve();
    expect((await under).status).toBe(200);
    await closed;
    await expect(fetch(`${url}/healthz`)).rejects.toThrow("fetch failed");
    open.destroy();
  });

  it("while calls are open still answers: alive, not ready, no new calls", async () => {
    const { begun, finish, inference } = pending();
    const { url, post, gateway } = await startGateway({ inference });
    const under = post(CHAT, body);
    await begun.promise;
    const closed = gateway.close(60_000);
    for (const [path, status] of [
      ["/healthz", 200],
      ["/readyz", 503],
      [CHAT, 503],
    ] as const) {
      const open = await openRawConnection(url);
      open.send(
        path === CHAT
          ? `POST ${CHAT} HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\ncontent-type: application/json\r\ncontent-length: ${payload.length}\r\n\r\n${payload}`
          : `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`,
      );
      // Reads to the end, since the connection is closed after the answer.
      const answer = await open.all();
      expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} .*connection: close\r\n`, "is"));
      if (status === 503) expect(answer).toMatch(/retry-after: 1\r\n.*The service is shutting down\./is);
    }
    finish.resolve();
    expect((await under).status).toBe(200);
    await closed;
    await expect(fetch(`${url}/healthz`)).rejects.toThrow("fetch failed");
  });

  it("closes kept connections that wait for a request, while calls under way finish", async () => {
    const clock = createManualClock();
    const { begun, finish, inference } = pending();
    const { url, post, gateway } = await startGateway({ clock, inference });
    const idle = await openRawConnection(url);
    idle.send(`GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n`);
    await idle.until(/alive/);
    const under = post(CHAT, body);
    await begun.promise;
    const closed = gateway.close(60_000);
    expect(await idle.all()).toContain("alive");
    finish.resolve();
    expect((await under).status).toBe(200);
    await closed;
  });

  it("closes those whose answer began before it, once it has ended", async () => {
    const clock = createManualClock();
    const { begun, finish, inference } = pending();
    const feed = createEventFeed();
    const { url, post, gateway } = await startGateway({
      clock,
      inference: { ...inference, streamChatCompletion: () => feed },
    });
    const streamed = JSON.stringify({ ...body, stream: true });
    const reader = await openRawConnection(url);
    reader.send(
      `POST ${CHAT} HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\ncontent-type: application/json\r\ncontent-length: ${streamed.length}\r\n\r\n${streamed}`,
    );
    feed.push(sampleStarted, textEvent("a"));
    await reader.until(/HTTP\/1\.1 200 /);
    const under = post(CHAT, body);
    await begun.promise;
    const closed = gateway.close(60_000);
    feed.end();
    await reader.until(/\r\n0\r\n\r\n$/);
    await clock.advance(1000);
    expect(await reader.all()).toMatch(/\r\n0\r\n\r\n$/);
    finish.resolve();
    expect((await under).status).toBe(200);
    await closed;
  });

  it("lets a reader take an answer that was made before it", async () => {
    const clock = createManualClock();
    const content = "x".repeat(32 * 1024 * 1024);
    const message = { ...sampleAnswer.message!, content: [{ part: { $case: "text" as const, value: content } }] };
    const { url, gateway } = await startGateway({
      clock,
      inference: { createChatCompletion: () => Promise.resolve({ ...sampleAnswer, message }) },
    });
    const reader = await openRawConnection(url);
    reader.send(
      `POST ${CHAT} HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\ncontent-type: application/json\r\ncontent-length: ${payload.length}\r\n\r\n${payload}`,
    );
    await reader.until(/x{100}/);
    reader.socket.pause();
    const closed = gateway.close(60_000);
    await clock.advance(1000);
    reader.socket.resume();
    await reader.until(/}$/);
    await clock.advance(1000);
    await closed;
    expect((await reader.all()).length).toBeGreaterThan(content.length);
  });

  it("answers 503 and closes a connection that was already open", async () => {
    const { begun, finish, inference } = pending();
    const { url, post, gateway } = await startGateway({ inference });
    const open = await openRawConnection(url);
    // An incomplete request keeps the connection from counting as idle.
    open.send(`POST ${CHAT} HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\n`);
    const under = post(CHAT, body);
    await begun.promise;
    const closed = gateway.close(60_000);
    open.send(`content-type: application/json\r\ncontent-length: ${payload.length}\r\n\r\n${payload}`);
    const answer = await open.all();
    expect(answer).toMatch(/^HTTP\/1\.1 503 .*connection: close\r\n/is);
    expect(answer).toContain(`"code":"overloaded"`);
    expect(answer).toMatch(/retry-after: 1\r\n/i);
    finish.resolve();
    await under;
    await closed;
  });

  it("does not wait long for bodies that stall half-sent, while calls under way finish", async () => {
    const clock = createManualClock();
    const { begun, finish, inference } = pending();
    const { url, post, gateway } = await startGateway({ clock, inference });
    const half = await openRawConnection(url);
    const head = `POST ${CHAT} HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\nexpect: 100-continue\r\n`;
    half.send(`${head}content-type: application/json\r\ncontent-length: ${payload.length}\r\n\r\n`);
    half.send(payload.slice(0, 5));
    await half.until(/100 Continue/);
    const under = post(CHAT, body);
    await begun.promise;
    const closed = gateway.close(60_000);
    await clock.advance(2000);
    const answer = await half.all();
    expect(answer).toMatch(/HTTP\/1\.1 503 .*connection: close\r\n.*The service is shutting down\./is);
    finish.resolve();
    expect((await under).status).toBe(200);
    await closed;
  });

  it("cuts calls that do not finish in time, and tells the caller", async () => {
    const clock = createManualClock();
    const begun = deferred();
    const { post, gateway } = await startGateway({
      clock,
      inference: {
        createChatCompletion: (_request, signal) =>
          new Promise((_resolve, reject) => {
            signal?.addEventListener("abort", () => {
              reject(new Error("cancelled"));
            });
            begun.resolve();
          }),
      },
    });
    const under = post(CHAT, body);
    await begun.promise;
    const closed = gateway.close(30_000);
    await clock.advance(30_000);
    const response = await under;
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({
      error: { code: "overloaded", message: "The service is shutting down." },
    });
    await clock.advance(1000);
    await closed;
  });

  it("is idempotent", async () => {
    const { gateway } = await startGateway();
    await Promise.all([gateway.close(0), gateway.close(0)]);
  });
});
