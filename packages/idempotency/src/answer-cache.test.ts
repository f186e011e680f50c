import { silentLog } from "@cenote/core";
import { createManualClock, createSeededIds, type ManualClock } from "@cenote/testkit";
import { type AnswerCache, createAnswerCache } from "./answer-cache";
import { IDEMPOTENCY_LIMITS } from "./limits";
import { createMemoryIdempotencyStore } from "./testing/memory-store";
import type { IdempotencyRecord } from "./record";
import type { IdempotencyStore } from "./store";

const HOUR_MS = 3_600_000;
const CANARY = "the answer nobody but its organization may read";
const REQUEST_ID = "req_00000000000000000000000a";
const question = (text = "question", organizationId = "org") => ({ organizationId, request: Buffer.from(text) });
const kept = { ms: HOUR_MS, requestId: REQUEST_ID };

let clock: ManualClock;
let store: IdempotencyStore;
let written: IdempotencyRecord[];
let cache: AnswerCache;

const start = (secret = "secret") =>
  createAnswerCache({ store, secret, clock, ids: createSeededIds(), log: silentLog });

beforeEach(() => {
  clock = createManualClock();
  written = [];
  const memory = createMemoryIdempotencyStore();
  store = {
    ...memory,
    insert(record) {
      written.push(record);
      return memory.insert(record);
    },
  };
  cache = start();
});

const find = async (...given: Parameters<typeof question>) =>
  (await cache.find(question(...given), HOUR_MS))?.toString();

test("an answer is found by its own question, in any process with the same secret", async () => {
  await cache.keep(question(), Buffer.from(CANARY), kept);
  expect(await find()).toBe(CANARY);
  expect((await start().find(question(), HOUR_MS))?.toString()).toBe(CANARY);
  expect(await find("another question")).toBeUndefined();
  expect(await find("question", "another org")).toBeUndefined();
  expect(await start("another").find(question(), HOUR_MS)).toBeUndefined();
});

test("an answer is not found when its time is over, nor by who wants a younger one", async () => {
  await cache.keep(question(), Buffer.from(CANARY), kept);
  await clock.advance(HOUR_MS / 2);
  expect(await cache.find(question(), HOUR_MS / 2)).toBeUndefined();
  expect(await cache.find(question(), HOUR_MS / 2 + 1)).toBeDefined();
  await clock.advance(HOUR_MS / 2);
  expect(await cache.find(question(), 9 * HOUR_MS)).toBeUndefined();
});

test("a later answer takes the place of the last, with a time of its own", async () => {
  await cache.keep(question(), Buffer.from("first"), kept);
  await clock.advance(HOUR_MS / 2);
  await cache.keep(question(), Buffer.from("second"), kept);
  await clock.advance(HOUR_MS / 2);
  expect(await find()).toBe("second");
});

test("of many at once, one stays", async () => {
  await Promise.all(["1", "2", "3"].map((text) => cache.keep(question(), Buffer.from(text), kept)));
  expect(await find()).toMatch(/^[123]$/);
});

test("a record holds neither answer nor question in readable form", async () => {
  await cache.keep(question("what is asked"), Buffer.from(CANARY), kept);
  expect(written).toHaveLength(1);
  const [record] = written;
  expect(record?.answer?.includes(CANARY)).toBe(false);
  expect(record).toMatchObject({
    id: expect.stringMatching(/^cached:[\w-]{43}$/) as string,
    fingerprint: "",
    state: "settled",
    requestId: REQUEST_ID,
    expiresAtMs: clock.nowMs() + HOUR_MS,
  });
});

describe("without its store", () => {
  const unreachable = () => Promise.reject(new Error("not connected"));
  const silent = () => new Promise<never>(() => {});

  test.each(["insert", "find", "update"] as const)(
    "an answer is not kept if %s fails, and nothing else happens",
    async (name) => {
      await cache.keep(question(), Buffer.from("first"), kept);
      const whole = store;
      store = { ...store, [name]: unreachable };
      expect(await start().keep(question(), Buffer.from("second"), kept)).toBeUndefined();
      store = whole;
      expect(await find()).toBe("first");
    },
  );

  test("no answer is found, and the call goes to its provider", async () => {
    await cache.keep(question(), Buffer.from(CANARY), kept);
    store = { ...store, find: unreachable };
    expect(await start().find(question(), HOUR_MS)).toBeUndefined();
  });

  test("a call does not wait for long: a second for its answer to be kept, less to find one", async () => {
    store = { ...store, insert: silent, find: silent };
    const looked = start().find(question(), HOUR_MS);
    const done = start().keep(question(), Buffer.from(CANARY), kept);
    await clock.advance(1_000);
    expect(await Promise.all([looked, done])).toEqual([undefined, undefined]);
  });
});

test("too large an answer, or one beyond the day's share, is not kept", async () => {
  let inserted = 0;
  store.insert = async () => {
    inserted++;
    return true;
  };
  await cache.keep(question(), Buffer.alloc(IDEMPOTENCY_LIMITS.maxAnswerBytes + 1), kept);
  expect(inserted).toBe(0);
  const largest = Buffer.alloc(IDEMPOTENCY_LIMITS.maxAnswerBytes);
  const fitting = IDEMPOTENCY_LIMITS.maxKeptBytes / IDEMPOTENCY_LIMITS.maxAnswerBytes;
  for (let count = 0; count <= fitting; count++) await cache.keep(question(), largest, kept);
  expect(inserted).toBe(fitting);
});
