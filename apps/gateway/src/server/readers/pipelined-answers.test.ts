import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { CenoteError } from "@cenote/core";
import { createEventFeed, type EventFeed } from "../../testing/event-feed";
import { openRawConnection } from "../../testing/raw-connection";
import { SAMPLE_KEY, sampleStarted, textEvent } from "../../testing/samples";
import { startGateway } from "../../testing/start-gateway";
import { createPipelinedAnswers } from "./pipelined-answers";

const nextTick = () =>
  new Promise<void>((resolve) => {
    process.nextTick(resolve);
  });

/** As in Node 22: destroying an answer that was never sent closes nothing and emits nothing. */
const answerOn = (connection: EventEmitter) => {
  const raw = Object.assign(new EventEmitter(), {
    req: { socket: connection },
    closed: false,
    destroyed: false,
    closings: 0,
    destroy: () => {
      raw.destroyed = true;
    },
  });
  raw.on("close", () => {
    raw.closings++;
  });
  return raw;
};
const watchAll = (answers: readonly object[]) => {
  const pipelined = createPipelinedAnswers({ unsentAnswers: 20 });
  for (const raw of answers) pipelined.watch(raw as ServerResponse);
};

describe("answers to pipelined requests that were not sent", () => {
  it("learn that their connection ended, through a single listener", async () => {
    const connection = new EventEmitter();
    const answers = Array.from({ length: 20 }, () => answerOn(connection));
    watchAll(answers);
    expect(connection.listenerCount("close")).toBe(1);
    connection.emit("close");
    await nextTick();
    expect(answers.map(({ destroyed, closings }) => [destroyed, closings])).toEqual(answers.map(() => [true, 1]));
  });

  it("are not told twice if Node tells them", async () => {
    const connection = new EventEmitter();
    const raw = answerOn(connection);
    raw.destroy = () => {
      raw.destroyed = raw.closed = true;
      raw.emit("close");
    };
    watchAll([raw]);
    connection.emit("close");
    await nextTick();
    expect(raw.closings).toBe(1);
  });

  it("are left to Node once it is their turn", async () => {
    const connection = new EventEmitter();
    const raw = answerOn(connection);
    watchAll([raw]);
    raw.emit("socket", connection);
    connection.emit("close");
    await nextTick();
    expect([raw.destroyed, raw.closings]).toEqual([false, 0]);
  });

  it("are bounded: a connection with too many is closed, and the rest of its requests is not begun", async () => {
    let begun = 0;
    const { url, gateway } = await startGateway({
      billing: {
        authenticate: async () => {
          begun++;
          throw new CenoteError("invalid_api_key");
        },
      },
      limits: { unsentAnswers: 4 },
    });
    const call = `GET /v1/models HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${SAMPLE_KEY}\r\n\r\n`;
    const greedy = await openRawConnection(url);
    greedy.send(call.repeat(500));
    await greedy.all();
    expect(begun).toBeLessThanOrEqual(6);
    const modest = await openRawConnection(url);
    modest.send(call.repeat(5));
    await modest.until(/(?:HTTP\/1\.1 401[^]*){5}/);
    modest.destroy();
    await gateway.close(0);
  });

  // Without our code this fails only under Node 22: 24 tells such answers about their end.
  it("stop what produces them, even while it waits for their reader", async () => {
    const feeds: EventFeed[] = [];
    const bothBegun = Promise.withResolvers<void>();
    const returned = Promise.withResolvers<void>();
    const { url, gateway } = await startGateway({
      inference: {
        async *streamChatCompletion(_request, signal) {
          const feed = createEventFeed(signal);
          feeds.push(feed);
          feed.push(sampleStarted, textEvent("x".repeat(256 * 1024)));
          const isSecond = feeds.length === 2;
          if (isSecond) bothBegun.resolve();
          try {
            yield* feed;
          } finally {
            if (isSecond) returned.resolve();
          }
        },
      },
    });
    const body = JSON.stringify({
      model: "openai/gpt-4o-mini",
      stream: true,
      messages: [{ role: "user", content: "hi" }],
    });
    const call = `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${SAMPLE_KEY}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    const connection = await openRawConnection(url);
    connection.send(call + call);
    await bothBegun.promise;
    await connection.until(/x{1000}/);
    connection.destroy();
    await returned.promise;
    const metrics = async () => (await fetch(`${url}/metrics`)).text();
    while (!/^cenote_gateway_open_streams 0$/m.test(await metrics())) await nextTick();
    expect(await metrics()).toMatch(/^cenote_gateway_open_calls 0$/m);
    await gateway.close(0);
  });
});
