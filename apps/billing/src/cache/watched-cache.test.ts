import type { CenoteError } from "@cenote/core";
import { createManualClock, type Deferred, deferred } from "@cenote/testkit";
import { createRecordingLog } from "../testing/recording-log";
import { createWatchedCache } from "./watched-cache";

interface Row {
  readonly key: string;
  readonly text: string;
  readonly revision: number;
}

/** A database that other processes write to. Reads are counted, and can be delayed or made to fail. */
const createWorld = (maxEntries?: number) => {
  const clock = createManualClock();
  const log = createRecordingLog();
  const rows = new Map<string, { row: Row; changedAtMs: number }>();
  const world = { loads: 0, polls: 0, fails: false, held: undefined as Deferred<void> | undefined };
  const read = async <T>(value: () => T): Promise<T> => {
    const found = value();
    await world.held?.promise;
    if (world.fails) throw new Error("the database is away");
    return found;
  };
  const cache = createWatchedCache<Row>({
    clock,
    log,
    what: "rows",
    keysOf: (row) => [row.key, `also ${row.key}`],
    revisionOf: (row) => row.revision,
    ...(maxEntries !== undefined && { maxEntries }),
    load(key) {
      world.loads++;
      return read(() => rows.get(key)?.row);
    },
    changedSince(sinceMs) {
      world.polls++;
      return read(() => [...rows.values()].filter(({ changedAtMs }) => changedAtMs >= sinceMs).map(({ row }) => row));
    },
  });
  const write = (key: string, text: string, clockSkewMs = 0): Row => {
    const row = { key, text, revision: (rows.get(key)?.row.revision ?? -1) + 1 };
    rows.set(key, { row, changedAtMs: clock.nowMs() + clockSkewMs });
    return row;
  };
  return { clock, log, cache, rows, world, write, text: async (key: string) => (await cache.get(key))?.text };
};

describe("a watched cache", () => {
  test("queries the database once, then answers synchronously from memory", async () => {
    const { cache, clock, world, write, text } = createWorld();
    write("a", "one");
    expect(cache.peek("a")).toBeUndefined();
    expect(await text("a")).toBe("one");
    await clock.advance(30_000);
    expect(cache.peek("a")?.text).toBe("one");
    expect(world.loads).toBe(1);
  });

  test("picks up within a minute a change that polling missed, without making callers wait", async () => {
    const { cache, clock, world, write, text } = createWorld();
    write("a", "one");
    await text("a");
    write("a", "two", -3_600_000);
    await clock.advance(31_000);
    world.held = deferred();
    expect(cache.peek("a")?.text).toBe("one");
    expect(await text("a")).toBe("one");
    world.held.resolve();
    await clock.advance(0);
    expect(cache.peek("a")?.text).toBe("two");
    expect(world.loads).toBe(2);
  });

  test("does not trust a row read more than a minute ago, whether in use or not", async () => {
    const { cache, clock, world, write, text } = createWorld();
    write("a", "one");
    await text("a");
    write("a", "two", -3_600_000);
    await clock.advance(60_001);
    expect(cache.peek("a")).toBeUndefined();
    expect(await text("a")).toBe("two");
    expect(world.loads).toBe(2);
  });

  test("stops finding a deleted row after at most a minute", async () => {
    const { clock, rows, write, text } = createWorld();
    write("a", "one");
    await text("a");
    rows.clear();
    await clock.advance(60_001);
    expect(await text("a")).toBeUndefined();
  });

  test("shares one read between concurrent callers", async () => {
    const { world, write, text } = createWorld();
    write("a", "one");
    expect(await Promise.all([text("a"), text("a"), text("a")])).toEqual(["one", "one", "one"]);
    expect(world.loads).toBe(1);
  });

  test("sees another process's change within a second, even with clocks half a minute apart", async () => {
    const { cache, clock, write, text } = createWorld();
    write("behind", "one");
    write("ahead", "one");
    await Promise.all([text("behind"), text("ahead")]);
    await clock.advance(60_000);
    write("behind", "two", -29_000);
    write("ahead", "two", 29_000);
    await clock.advance(999);
    expect([cache.peek("behind")?.text, cache.peek("ahead")?.text]).toEqual(["two", "two"]);
  });

  test("catches up on changes made while the database was unreachable", async () => {
    const { cache, clock, world, write, text } = createWorld();
    write("a", "one");
    await text("a");
    world.fails = true;
    await clock.advance(1_000);
    write("a", "two");
    await clock.advance(120_000);
    world.fails = false;
    await clock.advance(1_000);
    expect(cache.peek("a")?.text).toBe("two");
  });

  test("stops trusting its rows after a few seconds without the database, so that no revoked key gets through", async () => {
    const { cache, clock, log, world, write, text } = createWorld();
    write("a", "one");
    await text("a");
    world.fails = true;
    await clock.advance(4_000);
    expect(cache.peek("a")?.text).toBe("one");
    await clock.advance(4_000);
    expect(cache.peek("a")).toBeUndefined();
    await expect(text("a")).rejects.toMatchObject({ code: "overloaded" });
    world.fails = false;
    await clock.advance(1_000);
    expect(cache.peek("a")?.text).toBe("one");
    expect(log.lines).toEqual(["warn: the poll of rows failed", "info: the poll of rows works again"]);
  });

  test("fails fast while the database has been silent for a while, and trusts its first answer", async () => {
    const { cache, clock, world, write, text } = createWorld();
    write("a", "one");
    await text("a");
    world.held = deferred();
    await clock.advance(6_000);
    await Promise.all([
      expect(cache.get("a")).rejects.toMatchObject({ code: "overloaded" } satisfies Partial<CenoteError>),
      clock.advance(1_000),
    ]);
    world.held.resolve();
    world.held = undefined;
    await clock.advance(1_000);
    expect(await text("a")).toBe("one");
  });

  test("shows this process's own writes at once, even while reads of older rows are under way", async () => {
    const { cache, clock, world, write, text } = createWorld();
    write("a", "one");
    world.held = deferred();
    const slow = text("a");
    cache.put(write("a", "two"));
    world.held.resolve();
    expect(await slow).toBe("two");
    await clock.advance(2_000);
    expect(cache.peek("a")?.text).toBe("two");
  });

  test("does not let a slow poll undo a newer change", async () => {
    const { cache, clock, world, write, text } = createWorld();
    write("a", "one");
    await text("a");
    world.held = deferred();
    await clock.advance(600);
    cache.put(write("a", "two"));
    world.held.resolve();
    await clock.advance(0);
    expect(cache.peek("a")?.text).toBe("two");
  });

  test("looks up a missing key at most twice a second, and finds it soon after it is created", async () => {
    const { cache, clock, world, write, text } = createWorld();
    for (let i = 0; i < 10; i++) expect(await text("new")).toBeUndefined();
    expect(world.loads).toBe(1);
    write("new", "elsewhere");
    await clock.advance(500);
    expect(await text("new")).toBe("elsewhere");

    expect(await text("own")).toBeUndefined();
    cache.put(write("own", "here"));
    expect(await text("own")).toBe("here");
  });

  test("is overloaded beyond 64 concurrent reads, so that a flood of made-up keys can't drown the database", async () => {
    const { world, text } = createWorld();
    world.held = deferred();
    const outcomes = Array.from({ length: 100 }, (_, index) =>
      text(`made up ${index}`).catch((error: CenoteError) => error.code),
    );
    world.held.resolve();
    const refused = (await Promise.all(outcomes)).filter((outcome) => outcome === "overloaded");
    expect([world.loads, refused.length]).toEqual([64, 36]);
    expect(await text("after")).toBeUndefined();
  });

  test("reads what it knows again however many made-up keys are asked for, so that those can't lock anybody out", async () => {
    const { cache, clock, world, write, text } = createWorld();
    // So long ago that no poll reads them again.
    write("in use", "one", -3_600_000);
    write("idle", "one", -3_600_000);
    await text("in use");
    await text("idle");
    const strangers = Array.from({ length: 64 }, (_, index) => `made up ${index}`);
    const flood = () => strangers.map((key) => text(key).catch((error: CenoteError) => error.code));
    await clock.advance(31_000);
    world.held = deferred();
    const first = flood();
    write("in use", "two", -3_600_000);
    expect(await text("in use")).toBe("one");
    world.held.resolve();
    await Promise.all(first);
    expect(await text("in use")).toBe("two");

    await clock.advance(40_000);
    expect(cache.peek("idle")).toBeUndefined();
    world.held = deferred();
    const second = flood();
    const idle = text("idle");
    await expect(text("one more")).rejects.toMatchObject({ code: "overloaded" });
    world.held.resolve();
    expect(await idle).toBe("one");
    await Promise.all(second);
  });

  test("limits how many of the rows it knows are read at once, too", async () => {
    const { cache, clock, world, write, text } = createWorld();
    const names = Array.from({ length: 70 }, (_, index) => `row ${index}`);
    for (const name of names) cache.put(write(name, "one", -3_600_000));
    await clock.advance(61_000);
    world.held = deferred();
    const outcomes = names.map((name) => text(name).catch((error: CenoteError) => error.code));
    world.held.resolve();
    expect((await Promise.all(outcomes)).filter((outcome) => outcome === "overloaded")).toHaveLength(6);
    expect(world.loads).toBe(64);
  });

  test("keeps a limited number of rows, and reads evicted ones again", async () => {
    const { cache, world, write, text } = createWorld(2);
    for (const key of ["a", "b", "c"]) write(key, key);
    for (const key of ["a", "b", "c"]) await text(key);
    expect([cache.peek("a"), cache.peek("c")?.text]).toEqual([undefined, "c"]);
    expect(await text("a")).toBe("a");
    expect(world.loads).toBe(4);
  });

  test("does not poll while empty, nor after it is closed", async () => {
    const { cache, clock, world, write, text } = createWorld();
    await clock.advance(10_000);
    expect(world.polls).toBe(0);
    write("a", "one");
    await text("a");
    await clock.advance(1_000);
    const { polls } = world;
    expect(polls).toBeGreaterThan(0);
    await cache.close();
    await clock.advance(10_000);
    expect(world.polls).toBe(polls);
  });
});
