import { ZERO_MXN } from "@cenote/core";
import { lastUsedDays } from "./last-used";

const NOW_MS = Date.UTC(2026, 10, 23, 12);
const sums = {
  calls: 1,
  failedCalls: 1,
  inputTokens: 0n,
  cachedInputTokens: 0n,
  outputTokens: 0n,
  images: 0n,
  seconds: 0n,
  cost: ZERO_MXN,
};

/** @param usage The keys used, by day. @param created When each key was made, or the day it was. */
const lookUp = async (
  usage: Readonly<Record<string, readonly string[]>>,
  created: Readonly<Record<string, string>>,
) => {
  const read: string[] = [];
  const keys = Object.entries(created).map(([id, at]) => ({ id, createdAtMs: Date.parse(at) }));
  const found = await lastUsedDays(keys, NOW_MS, async (from, to) => {
    read.push(`${from} ${to}`);
    return Object.entries(usage)
      .filter(([day]) => day >= from && day <= to)
      .map(([day, ids]) => ({ day, keys: ids.map((keyId) => ({ keyId, ...sums })) }));
  });
  return { found: Object.fromEntries(found), read };
};

const MONTH = "2026-10-24 2026-11-23";
const YEAR_BEFORE = "2025-11-23 2026-10-23";

test("is the newest day on which a key was used, failed calls too", async () => {
  const usage = { "2026-11-20": ["a", "b"], "2026-11-21": ["b"], "2026-11-23": ["c"] };
  const made = "2026-01-01";
  expect(await lookUp(usage, { a: made, b: made, c: made })).toEqual({
    found: { a: "2026-11-20", b: "2026-11-21", c: "2026-11-23" },
    read: [MONTH],
  });
});

test("is looked for in the year before only if an older key was not used for a month", async () => {
  const usage = { "2025-11-22": ["gone"], "2025-11-23": ["old"], "2026-10-23": ["a", "b"], "2026-10-24": ["b"] };
  const made = "2025-01-01";
  expect(await lookUp(usage, { a: made, b: made, old: made, gone: made })).toEqual({
    found: { a: "2026-10-23", b: "2026-10-24", old: "2025-11-23" },
    read: [MONTH, YEAR_BEFORE],
  });
  expect((await lookUp(usage, { b: made, unused: "2026-10-24T00:00:00Z" })).read).toEqual([MONTH]);
  expect((await lookUp(usage, { b: made, unused: "2026-10-23T23:59:59Z" })).read).toEqual([MONTH, YEAR_BEFORE]);
});

test("is not looked for without keys", async () => {
  expect(await lookUp({}, {})).toEqual({ found: {}, read: [] });
});
