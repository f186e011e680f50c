import type { ServerResponse } from "node:http";
import type { CreateEmbeddingsResponse } from "@cenote/contracts";
import { createManualClock, deferred } from "@cenote/testkit";
import { openRawConnection, type RawConnection } from "../../testing/raw-connection";
import { SAMPLE_KEY, sampleEmbeddings } from "../../testing/samples";
import { startGateway, type StartOptions } from "../../testing/start-gateway";
import { createSlowReaders } from "./slow-readers";

const PATH = "/v1/embeddings";
const body = JSON.stringify({ model: "m", input: "a" });
const REQUEST = `POST ${PATH} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${SAMPLE_KEY}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

const VECTORS = 320;
/** Some twenty megabytes of digits: more than two local sockets buffer. */
const LARGE: CreateEmbeddingsResponse = {
  ...sampleEmbeddings,
  data: Array.from({ length: VECTORS }, () => ({
    vector: Buffer.from(new Float32Array(3072).fill(0.123_456_789).buffer),
  })),
};

const turns = async (count = 50) => {
  for (let turn = 0; turn < count; turn++)
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
};

/** A reader that requests a large answer and reads none of it. */
const stuck = async (options: StartOptions = {}) => {
  const clock = createManualClock();
  const answered = deferred();
  const running = await startGateway({
    clock,
    ...options,
    inference: {
      createEmbeddings: () => {
        answered.resolve();
        return Promise.resolve(LARGE);
      },
    },
  });
  const connection = await openRawConnection(running.url);
  connection.socket.pause();
  connection.send(REQUEST);
  await answered.promise;
  await turns();
  return { clock, connection, ...running };
};

const closed = async (connection: RawConnection): Promise<boolean> => {
  await turns();
  connection.socket.resume();
  return Promise.race([connection.all().then(() => true), turns(200).then(() => connection.socket.closed)]);
};

const openCalls = async (url: string) =>
  /^cenote_gateway_open_calls (\d+)$/m.exec(await (await fetch(`${url}/metrics`)).text())?.[1];

/** Never resolves if somebody stays. */
const everybodyLeft = async (url: string): Promise<void> => {
  while ((await openCalls(url)) !== "0") await turns();
};

describe("a large answer", () => {
  it("is serialized in slices, between other work", async () => {
    const { request, post, gateway } = await startGateway({
      inference: { createEmbeddings: () => Promise.resolve(LARGE) },
    });
    const large = { isOver: false };
    const answer = post(PATH, { model: "m", input: "a" }).then(async (response) => {
      const text = await response.text();
      large.isOver = true;
      return text;
    });
    let others = 0;
    while (!large.isOver) {
      await (await request("/healthz")).text();
      others++;
    }
    expect(JSON.parse(await answer)).toMatchObject({ object: "list", data: { length: VECTORS } });
    // If it were serialized in one go, only requests just before and after it would be answered.
    expect(others).toBeGreaterThan(5);
    await gateway.close(0);
  });

  it("whose reader reads nothing ends with its connection", async () => {
    const { clock, connection, url, gateway } = await stuck();
    expect(await openCalls(url)).toBe("1");
    await clock.advance(59_000);
    await turns();
    expect(await openCalls(url)).toBe("1");
    await clock.advance(200_000);
    await everybodyLeft(url);
    expect(await closed(connection)).toBe(true);
    await gateway.close(0);
  });

  it("is refused, before anything is paid, to an organization that leaves too much unread", async () => {
    const { connection, post, url, gateway } = await stuck({ limits: { untakenBytes: 1024 * 1024 } });
    const refused = await post(PATH, { model: "m", input: "b" });
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ error: { code: "rate_limit_exceeded" } });
    connection.destroy();
    await everybodyLeft(url);
    const taken = await post(PATH, { model: "m", input: "b" });
    expect(taken.status).toBe(200);
    await taken.text();
    await gateway.close(0);
  });
});

describe("how slowly a reader may read", () => {
  const reading = () => {
    const clock = createManualClock();
    const readers = createSlowReaders({
      clock,
      stuckReaderMs: 60_000,
      readerBytesPerS: 1000,
      untakenBytes: 1,
      retryAfterMs: 1000,
    });
    const socket = { bytesWritten: 0 };
    const raw = {
      socket,
      req: { socket },
      writableLength: 0,
      closed: false,
      destroyed: false,
      destroy: () => {
        raw.destroyed = true;
      },
    };
    return {
      clock,
      raw,
      watch: () => {
        readers.watch(raw as unknown as ServerResponse);
      },
      leave: () => {
        readers.leave(raw as unknown as ServerResponse);
      },
    };
  };

  it("one large answer: a second per thousand bytes, plus a minute", async () => {
    const { clock, raw, watch } = reading();
    watch();
    raw.socket.bytesWritten = raw.writableLength = 100_000;
    await clock.advance(160_000);
    expect(raw.destroyed).toBe(false);
    await clock.advance(2_000);
    expect(raw.destroyed).toBe(true);
  });

  it("overall: less than a thousand bytes per second is too slow", async () => {
    const { clock, raw, watch } = reading();
    watch();
    for (let seconds = 0; seconds < 119; seconds++) {
      raw.socket.bytesWritten += 500;
      await clock.advance(1000);
    }
    expect(raw.destroyed).toBe(false);
    await clock.advance(2_000);
    expect(raw.destroyed).toBe(true);
  });

  it("an answer that waits behind another on its connection is not timed yet", async () => {
    const { clock, raw, watch } = reading();
    const { socket } = raw;
    const pipelined = Object.assign(raw, { socket: null as typeof socket | null, writableLength: 100_000 });
    watch();
    await clock.advance(3_600_000);
    pipelined.socket = socket;
    socket.bytesWritten += 100_000;
    await clock.advance(160_000);
    expect(raw.destroyed).toBe(false);
    await clock.advance(2_000);
    expect(raw.destroyed).toBe(true);
  });

  it("an answer that was read completely is no longer timed", async () => {
    const { clock, raw, watch, leave } = reading();
    watch();
    leave();
    await clock.advance(3_600_000);
    expect(raw.destroyed).toBe(false);
  });
});

describe("a slowly trickling request", () => {
  const LIMITS = { headersArrivalMs: 50, stuckSenderMs: 50, arrivalCheckMs: 10 };

  it.each([
    ["headers", `POST ${PATH} HTTP/1.1\r\nhost: x\r\nx-a: `],
    [
      "a body",
      `POST ${PATH} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${SAMPLE_KEY}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`,
    ],
  ])("%s: is told that it took too long, and frees its slot", async (_what, start) => {
    const { url, gateway } = await startGateway({ limits: LIMITS });
    const connection = await openRawConnection(url);
    connection.send(start);
    const dripping = setInterval(() => {
      connection.send(" ");
    }, 5);
    try {
      expect(await connection.all()).toMatch(/^HTTP\/1\.1 4\d\d .*did not arrive in time/s);
    } finally {
      clearInterval(dripping);
    }
    expect(await openCalls(url)).toBe("0");
    await gateway.close(0);
  });
});
