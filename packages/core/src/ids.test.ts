import { REQUEST_ID, createRandomIds, parseUuid, timeOfRequestId } from "./ids";

describe("request ids", () => {
  test("have the contract's format and are all different", () => {
    const ids = createRandomIds({ nowMs: () => 1 });
    const made = Array.from({ length: 5_000 }, () => ids.requestId());
    expect(made.every((id) => REQUEST_ID.test(id))).toBe(true);
    expect(new Set(made).size).toBe(made.length);
  });

  test("sort by time of creation", () => {
    let now = Date.UTC(2026, 0, 1);
    const ids = createRandomIds({ nowMs: () => now });
    const made = Array.from({ length: 50 }, () => {
      now += 7_000_000_000;
      return ids.requestId();
    });
    expect([...made].sort()).toEqual(made);
  });

  test("tell when they were made, to the millisecond: a call is looked for in the journal of its days", () => {
    for (const nowMs of [1, Date.UTC(2026, 10, 27, 7, 17, 31, 123), Date.UTC(2526, 0, 1)])
      expect(timeOfRequestId(createRandomIds({ nowMs: () => nowMs }).requestId())).toBe(nowMs);
  });
});

test("secrets have the requested length and only letters and digits", () => {
  const ids = createRandomIds();
  for (const length of [1, 32, 200]) expect(ids.secret(length)).toMatch(new RegExp(`^[A-Za-z0-9]{${length}}$`));
  expect(ids.secret(32)).not.toBe(ids.secret(32));
});

test("a UUID may be written in either case, and is stored in lower case", () => {
  const id = "0b8f9a3e-8a50-4c0f-9b8e-0d2f6f1f7cab";
  expect(parseUuid(id.toUpperCase())).toBe(id);
  expect(parseUuid(id)).toBe(id);
  expect(parseUuid(`${id}0`)).toBeUndefined();
});
