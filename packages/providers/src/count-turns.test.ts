import { createCountTurns, type CountedFor } from "./count-turns";

const of = (organization: string, caller = "key"): CountedFor => ({ organization, caller });

/** Counts that note each of their turns. */
const noting = () => {
  const countTurns = createCountTurns();
  const turns: string[] = [];
  const count = (whose: CountedFor, name: string, pieces: number) =>
    countTurns.run(whose, async (nextTurn) => {
      for (let piece = 0; piece < pieces; piece++) {
        await nextTurn();
        turns.push(name);
      }
    });
  return { count, turns };
};

describe("long counts", () => {
  test("of an organization wait for one piece of another's, however many those are", async () => {
    const { count, turns } = noting();
    const flood = ["a", "b", "c"].flatMap((caller) =>
      Array.from({ length: 50 }, () => count(of("flood", caller), "flood", 10)),
    );
    await count(of("other"), "other", 10);
    expect(turns.filter((name) => name === "other")).toHaveLength(10);
    expect(turns.length).toBeLessThanOrEqual(21);
    await Promise.all(flood);
    expect(turns).toHaveLength(1_510);
  });

  test("of one caller follow one another, and those of two callers take turns", async () => {
    const { count, turns } = noting();
    await Promise.all([
      count(of("one", "key"), "first", 2),
      count(of("one", "key"), "second", 2),
      count(of("one", "token"), "token", 2),
    ]);
    expect(turns).toEqual(["first", "token", "first", "token", "second", "second"]);
  });

  test("one that fails lets the next one begin", async () => {
    const { count, turns } = noting();
    const countTurns = createCountTurns();
    await Promise.all([
      expect(countTurns.run(of("one"), () => Promise.reject(new Error("no")))).rejects.toThrow("no"),
      countTurns.run(of("one"), async (nextTurn) => nextTurn()),
      count(of("one"), "other", 1),
    ]);
    expect(turns).toEqual(["other"]);
  });

  test("of what was delivered are never refused, and take no place from those of prompts", async () => {
    const { count, turns } = noting();
    const open = Array.from({ length: 300 }, () => count({ ...of("one"), isDelivered: true }, "delivered", 1));
    await count(of("one"), "prompt", 1);
    expect(turns.filter((name) => name === "delivered").length).toBeLessThan(10);
    await Promise.all(open);
    expect(turns).toHaveLength(301);
  });

  test("are refused if too many of the caller wait already", async () => {
    const { count } = noting();
    const open = Array.from({ length: 256 }, () => count(of("one"), "open", 1));
    await expect(count(of("one"), "refused", 1)).rejects.toMatchObject({
      code: "rate_limit_exceeded",
      retryAfterMs: 1_000,
    });
    await count(of("one", "token"), "token", 1);
    await Promise.all(open);
    await count(of("one"), "next", 1);
  });
});
