import { createManualClock, deferred } from "@cenote/testkit";
import { openRawConnection, type RawConnection } from "../../testing/raw-connection";
import { SAMPLE_KEY, sampleAnswer } from "../../testing/samples";
import { startGateway, type StartOptions } from "../../testing/start-gateway";

const CHAT = "/v1/chat/completions";
const chat = (content: string) => JSON.stringify({ model: "m", messages: [{ role: "user", content }] });
const head = (length: string, key = SAMPLE_KEY) =>
  `POST ${CHAT} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\n${length}\r\n\r\n`;
const CHUNKED = "transfer-encoding: chunked";
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const LAST = "0\r\n\r\n";

const metric = async (url: string, name: string) =>
  Number(new RegExp(`^${name}\\S* (\\d+)$`, "m").exec(await (await fetch(`${url}/metrics`)).text())?.[1] ?? 0);
const untilOpen = async (url: string, count: number): Promise<void> => {
  while ((await metric(url, "cenote_gateway_open_calls")) !== count);
};

/** Every key is valid and belongs to an organization of its own. */
const ANY_ORGANIZATION: StartOptions["billing"] = {
  authenticate: ({ keyDigest }) =>
    Promise.resolve({ organizationId: Buffer.from(keyDigest).toString("hex"), keyId: "key", zdr: false }),
};

/** Calls whose answers wait for `release`. */
const holding = async (options: StartOptions) => {
  const [held, begun] = [deferred(), { count: 0 }];
  const running = await startGateway({
    ...options,
    inference: {
      createChatCompletion: async ({ chat: asked }) => {
        begun.count++;
        if (asked?.messages[0]?.content[0]?.part?.$case === "text" && asked.messages[0].content[0].part.value !== "now")
          await held.promise;
        return sampleAnswer;
      },
    },
  });
  return {
    ...running,
    begun,
    release: () => {
      held.resolve();
    },
  };
};

const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);

describe("the configured body limit", () => {
  it("is fixed when a body begins to arrive: a reload does not affect it", async () => {
    let bodyBytes = 1024 * 1024;
    const { url, gateway, post } = await startGateway({ bodyLimitBytes: () => bodyBytes });
    const large = chat("x".repeat(128 * 1024));
    const connection = await openRawConnection(url);
    connection.send(`${head(`${CHUNKED}\r\nconnection: close`)}${chunk(large.slice(0, 8))}`);
    await untilOpen(url, 1);
    bodyBytes = 64 * 1024;
    expect((await post(CHAT, JSON.parse(large))).status).toBe(413);
    connection.send(chunk(large.slice(8)) + LAST);
    expect(statusOf(await connection.all())).toBe(200);
    bodyBytes = 256 * 1024;
    expect((await post(CHAT, JSON.parse(large))).status).toBe(200);
    await gateway.close(0);
  });
});

describe("a body of unknown length", () => {
  it("counts with the bytes received so far: small ones do not fill an organization's share", async () => {
    const { url, gateway, release } = await holding({ limits: { openBodyBytes: 1024 * 1024 } });
    const connections: RawConnection[] = [];
    for (let call = 0; call < 4; call++) {
      const connection = await openRawConnection(url);
      connection.send(head(`${CHUNKED}\r\nconnection: close`) + chunk(chat("hi")) + LAST);
      connections.push(connection);
    }
    await untilOpen(url, 4);
    release();
    expect((await Promise.all(connections.map((connection) => connection.all()))).map(statusOf)).toEqual([
      200, 200, 200, 200,
    ]);
    await gateway.close(0);
  });

  it("is rejected once it exceeds the share, and frees what it had taken", async () => {
    const { url, gateway, release, begun, post } = await holding({ limits: { openBodyBytes: 8 * 1024 * 1024 } });
    const large = chat("x".repeat(3 * 1024 * 1024));
    const first = await openRawConnection(url);
    first.send(head(`${CHUNKED}\r\nconnection: close`) + chunk(large) + LAST);
    await untilOpen(url, 1);
    while (begun.count < 1)
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    for (let attempt = 0; attempt < 3; attempt++) {
      const second = await openRawConnection(url);
      second.send(head(`${CHUNKED}\r\nconnection: close`) + chunk(large) + LAST);
      const answer = await second.all();
      expect(statusOf(answer)).toBe(429);
      expect(answer).toContain(`"code":"rate_limit_exceeded"`);
      expect(answer).toMatch(/retry-after: 1\r\n/i);
    }
    release();
    expect(statusOf(await first.all())).toBe(200);
    const told = await post(CHAT, JSON.parse(large));
    expect(told.status).toBe(200);
    await gateway.close(0);
  });

  it("frees what it had taken when its sender disconnects", async () => {
    const { url, gateway } = await holding({ limits: { openBodyBytes: 4 * 1024 * 1024 } });
    for (let attempt = 0; attempt < 5; attempt++) {
      const gone = await openRawConnection(url);
      gone.send(head(CHUNKED) + chunk("x".repeat(1024 * 1024)));
      await untilOpen(url, 1);
      gone.destroy();
      await untilOpen(url, 0);
    }
    const stays = await openRawConnection(url);
    stays.send(head(`${CHUNKED}\r\nconnection: close`) + chunk(" ".repeat(1024 * 1024)) + chunk(chat("now")) + LAST);
    expect(statusOf(await stays.all())).toBe(200);
    await gateway.close(0);
  });

  it("may arrive in one-byte chunks", async () => {
    const { url, gateway } = await holding({});
    const connection = await openRawConnection(url);
    connection.send(
      head(`${CHUNKED}\r\nconnection: close`) +
        Array.from(`${" ".repeat(200_000)}${chat("now")}`, chunk).join("") +
        LAST,
    );
    expect(statusOf(await connection.all())).toBe(200);
    await gateway.close(0);
  });
});

describe("arriving bodies", () => {
  it("of two organizations leave places for a third", async () => {
    const { url, gateway } = await holding({
      billing: ANY_ORGANIZATION,
      limits: { openCalls: 32, openCallsPerOrganization: 16, arrivingBodies: 16 },
    });
    const slow: RawConnection[] = [];
    for (const key of ["a", "b"]) {
      const opened = await Promise.all(Array.from({ length: 16 }, () => openRawConnection(url)));
      for (const connection of opened) connection.send(`${head("content-length: 1000", key)}{`);
      const refused = new Set<RawConnection>();
      for (const connection of opened)
        void connection.until(/"rate_limit_exceeded"/).then(() => {
          refused.add(connection);
        });
      const share = key === "a" ? 8 : 4;
      while (refused.size < opened.length - share) await untilOpen(url, slow.length + share);
      slow.push(...opened.filter((connection) => !refused.has(connection)));
      for (const connection of refused) connection.destroy();
    }
    const third = await openRawConnection(url);
    third.send(head(`content-length: ${chat("now").length}\r\nconnection: close`, "c"));
    await untilOpen(url, 13);
    third.send(chat("now"));
    expect(statusOf(await third.all())).toBe(200);
    for (const connection of slow) connection.destroy();
    await gateway.close(0);
  });

  it("that are too slow are rejected with the request id that is logged", async () => {
    const clock = createManualClock();
    const lines: Record<string, unknown>[] = [];
    const log = {
      debug: () => {},
      info: (fields: object) => {
        lines.push(fields as Record<string, unknown>);
      },
      warn: () => {},
      error: () => {},
    };
    const { url, gateway } = await holding({ clock, log });
    const connection = await openRawConnection(url);
    connection.send(`${head("content-length: 1000")}{`);
    await untilOpen(url, 1);
    await clock.advance(40_000);
    const answer = await connection.all();
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*connection: close.*did not arrive in time/s);
    const id = /"request_id":"(req_[0-9a-f]{24})"/.exec(answer)?.[1];
    expect(answer).toContain(`x-request-id: ${id}`);
    await untilOpen(url, 0);
    expect(lines).toContainEqual(
      expect.objectContaining({ requestId: id, status: 400, errorCode: "invalid_request_error" }),
    );
    await gateway.close(0);
  });

  it("may take minutes as long as data keeps arriving", async () => {
    const clock = createManualClock();
    const { url, gateway } = await holding({ clock });
    const connection = await openRawConnection(url);
    const body = " ".repeat(1_000_000) + chat("now");
    connection.send(head(`content-length: ${body.length}\r\nconnection: close`));
    await untilOpen(url, 1);
    for (let sent = 0; sent < 900_000; sent += 100_000) {
      connection.send(body.slice(sent, sent + 100_000));
      for (let turn = 0; turn < 50; turn++)
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
      await clock.advance(5000);
    }
    connection.send(body.slice(900_000));
    expect(statusOf(await connection.all())).toBe(200);
    await gateway.close(0);
  });

  it("that far exceed the limit are rejected without waiting for their end", async () => {
    const clock = createManualClock();
    const { url, gateway } = await holding({ clock });
    const connection = await openRawConnection(url);
    connection.send(head("content-length: 20000000000"));
    expect(await connection.all()).toMatch(/^HTTP\/1\.1 413 .*"code":"request_too_large"/s);
    await gateway.close(0);
  });

  it("that are invalid leave the connection to the next request", async () => {
    const { url, gateway } = await holding({});
    const connection = await openRawConnection(url);
    connection.send(
      `${head("content-length: 3")}{{{${head(`content-length: ${chat("now").length}\r\nconnection: close`)}${chat("now")}`,
    );
    const answers = (await connection.all()).split(/(?=HTTP\/1\.1 )/);
    expect(answers.map(statusOf)).toEqual([400, 200]);
    await gateway.close(0);
  });
});
