import { lastUsedDays } from "./last-used";

const NOW_MS = Date.UTC(2026, 10, 23, 12);
/** @param usage The keys used, by day. @param created When each key was made, or the day it was. */
const lookUp = async (
  usage: Readonly<Record<string, readonly string[]>>,
  created: Readonly<Record<string, string>>,
) => {
  const read: string[] = [];
  const keys = Object.entries(created).map(([id, at]) => ({ id, createdAtMs: Date.parse(at) }));
  const found = await lastUsedDays(keys, NOW_MS, async function* (from, to) {
    for (const [day, ids] of Object.entries(usage).toReversed()) {
      if (day < from || day > to) continue;
      read.push(day);
      yield { day, keys: ids.map((keyId) => ({ keyId, calls: 1, failedCalls: 1 })) };
    }
  });
  return { found: Object.fromEntries(found), read };
};

test("is the newest day on which a key was used, failed calls too", async () => {
  const usage = { "2026-11-20": ["a", "b"], "2026-11-21": ["b"], "2026-11-23": ["c"] };
  const made = "2026-01-01";
  expect((await lookUp(usage, { a: made, b: made, c: made })).found).toEqual({
    a: "2026-11-20",
    b: "2026-11-21",
    c: "2026-11-23",
  });
});

test("is looked for in the last 366 days", async () => {
  const usage = { "2025-11-22": ["gone"], "2025-11-23": ["old"] };
  expect((await lookUp(usage, { old: "2025-01-01", gone: "2025-01-01" })).found).toEqual({ old: "2025-11-23" });
});

test("is looked for no further back than the last of the keys was found, or made", async () => {
  const usage = { "2026-10-22": [], "2026-10-23": ["a"], "2026-10-24": ["b"], "2026-11-20": [] };
  const made = "2025-01-01";
  const read = async (created: Readonly<Record<string, string>>) => (await lookUp(usage, created)).read;
  expect(await read({ b: made })).toEqual(["2026-11-20", "2026-10-24"]);
  expect(await read({ b: made, unused: "2026-10-24T00:00:00Z" })).toEqual(["2026-11-20", "2026-10-24"]);
  expect(await read({ b: made, unused: "2026-10-23T23:59:59Z" })).toEqual(["2026-11-20", "2026-10-24", "2026-10-23"]);
  expect(await read({ b: made, unused: made })).toHaveLength(4);
});

test("is not looked for without keys", async () => {
  expect(await lookUp({}, {})).toEqual({ found: {}, read: [] });
});
