import type { IdempotencyRecord } from "./record";
import { type Meeting, type Standing, standingOf } from "./standing";
import { recordOf } from "./store.contract";

const NOW_MS = 1_000_000;
const meeting: Meeting = { fingerprint: "print", nowMs: NOW_MS };
const locked = { lockedUntilMs: NOW_MS + 1 };
const free = { lockedUntilMs: NOW_MS };

test.each<[string, Partial<IdempotencyRecord>, Standing]>([
  ["the first call runs", locked, "under_way"],
  ["the first call is being charged", { ...locked, state: "answered" }, "under_way"],
  ["whoever ran it is gone", free, "abandoned"],
  ["whoever was to charge it is gone", { ...free, state: "answered" }, "unsettled"],
  ["all is done", { ...free, state: "settled" }, "settled"],
  ["another request, while the first runs", { ...locked, fingerprint: "other" }, "conflict"],
  ["another request, after it", { ...free, state: "settled", fingerprint: "other" }, "conflict"],
  ["a day has passed", { ...free, state: "settled", expiresAtMs: NOW_MS }, "expired"],
  ["a day has passed, whatever the request", { ...free, fingerprint: "other", expiresAtMs: NOW_MS - 1 }, "expired"],
  ["a day has passed, and the first call still runs", { ...locked, expiresAtMs: NOW_MS }, "under_way"],
])("%s", (_what, changes, expected) => {
  expect(standingOf(recordOf({ expiresAtMs: NOW_MS + 2, ...changes }), meeting)).toBe(expected);
});

test("a secret that is not known", () => {
  const unknown = { ...meeting, fingerprint: undefined };
  const record = recordOf({ ...free, state: "settled", expiresAtMs: NOW_MS + 2 });
  expect(standingOf(record, unknown)).toBe("unreadable");
  expect(standingOf({ ...record, expiresAtMs: NOW_MS }, unknown)).toBe("expired");
});
