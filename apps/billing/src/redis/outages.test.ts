import { createServer, type Server } from "node:net";
import type { AddressInfo } from "node:net";
import { type Log, systemClock } from "@cenote/core";
import { createManualClock, type RedisServer, startRedisServer } from "@cenote/testkit";
import { Redis } from "ioredis";
import type { AdmittedCall } from "../limits/call-limits";
import { createFailoverCallLimits, type FailoverCallLimits } from "../limits/failover-call-limits";
import { createMemoryCallLimits } from "../limits/memory-call-limits";
import { connectRedisLimits } from "./connect-limits";

/** Far longer than any machine stands still. */
const PATIENT = { commandMs: 60_000, connectMs: 60_000 };
/** For tests that wait for them: their servers never answer as they should. */
const IMPATIENT = {};
const PASSWORD = "correct-horse";
const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

const startRedis = async (): Promise<RedisServer> => {
  const server = await startRedisServer({ password: PASSWORD });
  closers.push(() => server.stop());
  return server;
};

/** A process's limits as billing composes them, and everything it logged. */
const openLimits = async (url: string, times: Partial<typeof PATIENT> = PATIENT) => {
  const clock = createManualClock();
  const lines: string[] = [];
  const note = (fields: object, text: string) => {
    lines.push(`${text} ${JSON.stringify(fields)}`);
  };
  const log: Log = { debug: note, info: note, warn: note, error: note };
  const shared = await connectRedisLimits({ url, clock: systemClock, log, ...times });
  const limits = createFailoverCallLimits({ shared, own: createMemoryCallLimits({ clock, log }), clock, log });
  closers.push(() => limits.close());
  /** Reconnecting takes real time: retries until it is done. */
  const untilShared = async (): Promise<void> => {
    while (!limits.isShared()) {
      await clock.advance(1_000);
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
  };
  return { limits, lines, untilShared };
};

const call = (callId: string): AdmittedCall => ({
  organizationId: "org",
  subject: "key",
  callId,
  tokens: 0,
  ttlMs: 600_000,
  limits: { requestsPerMinute: 100, tokensPerMinute: 1_000, concurrentRequests: 50 },
});
const left = async (limits: FailoverCallLimits, callId: string) =>
  (await limits.admit(call(callId))).requests.remaining;

test("a Redis that dies and comes back: calls continue with local limits, which become shared again by themselves", async () => {
  const server = await startRedis();
  const [here, there] = [await openLimits(server.url), await openLimits(server.url)];
  expect([await left(here.limits, "1"), await left(there.limits, "2")]).toEqual([99, 98]);
  await server.kill();
  expect([await left(here.limits, "3"), await left(here.limits, "4"), await left(there.limits, "5")]).toEqual([
    99, 98, 99,
  ]);
  await here.limits.finish(call("1"), 0);
  await server.restart();
  await Promise.all([here.untilShared(), there.untilShared()]);
  expect([await left(here.limits, "6"), await left(there.limits, "7")]).toEqual([99, 98]);
});

test("a Redis that hangs delays only the calls that first hit it", async () => {
  const server = await startRedis();
  const { limits, untilShared } = await openLimits(server.url, { ...PATIENT, commandMs: 5_000 });
  await left(limits, "1");
  server.pause();
  expect(await Promise.all([left(limits, "2"), left(limits, "3")])).toEqual([99, 98]);
  expect(limits.isShared()).toBe(false);
  expect(await left(limits, "4")).toBe(97);
  server.goOn();
  await untilShared();
  // It may still have counted what it was asked while it hung.
  expect(await left(limits, "5")).toBeLessThanOrEqual(98);
});

test("a Redis that is out of memory is bypassed until it has room", async () => {
  const server = await startRedis();
  const { limits, lines, untilShared } = await openLimits(server.url);
  const operator = new Redis(server.url);
  closers.push(() => {
    operator.disconnect();
  });
  await operator.config("SET", "maxmemory", "1");
  expect(await left(limits, "1")).toBe(99);
  expect(limits.isShared()).toBe(false);
  expect(lines.join()).toContain("OOM");
  await operator.config("SET", "maxmemory", "0");
  await untilShared();
});

test("a Redis that lost its scripts gets them again", async () => {
  const server = await startRedis();
  const { limits } = await openLimits(server.url);
  const operator = new Redis(server.url);
  closers.push(() => {
    operator.disconnect();
  });
  expect(await left(limits, "1")).toBe(99);
  await operator.script("FLUSH");
  expect(await left(limits, "2")).toBe(98);
  expect(limits.isShared()).toBe(true);
});

test.each([
  ["speaks another protocol", "HTTP/1.1 400 Bad Request\r\n\r\n"],
  ["answers everything with OK", "+OK\r\n"],
  ["answers numbers that mean nothing", "*5\r\n:9\r\n:1\r\n:1\r\n:1\r\n:1\r\n"],
])("with a server that %s, calls continue with local limits", async (_what, answer) => {
  const server: Server = createServer((socket) => {
    socket
      .on("data", () => {
        socket.write(answer);
      })
      .on("error", () => {});
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  closers.push(() => {
    server.close();
  });
  const { limits } = await openLimits(`redis://127.0.0.1:${(server.address() as AddressInfo).port}`, IMPATIENT);
  expect([await left(limits, "1"), await left(limits, "2")]).toEqual([99, 98]);
  expect(limits.isShared()).toBe(false);
});

test("no password in the URL is logged, whether right or wrong", async () => {
  const server = await startRedis();
  const wrong = await openLimits(server.url.replace(PASSWORD, "wrong-battery"), {
    commandMs: PATIENT.commandMs,
  });
  expect(await left(wrong.limits, "1")).toBe(99);
  expect(wrong.lines.join()).toContain("WRONGPASS");
  const right = await openLimits(server.url);
  await server.kill();
  expect(await left(right.limits, "1")).toBe(99);
  const lines = [...wrong.lines, ...right.lines].join("\n");
  expect(lines).toContain("counted by this process alone");
  expect(lines).not.toMatch(/wrong-battery|correct-horse/);
  for (const url of ["redis://:wrong-battery%@127.0.0.1:1", "redis://:wrong-battery@127.0.0.1:99999"]) {
    await expect(openLimits(url)).rejects.toThrow(
      /^REDIS_URL is no URL; what is special in its password has to be percent-encoded$/,
    );
  }
});
