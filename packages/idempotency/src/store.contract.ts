import type { IdempotencyRecord } from "./record";
import type { IdempotencyStore } from "./store";

export const recordOf = (changes: Partial<IdempotencyRecord> = {}): IdempotencyRecord => ({
  id: "record-1",
  organizationId: "00000000-0000-4000-8000-000000000001",
  fingerprint: "print",
  secretId: "secret",
  requestId: "req_00000000000000000000000a",
  state: "running",
  tag: "tag-1",
  // The database's own clock deletes what has expired, so these times have to be in its future.
  lockedUntilMs: Date.UTC(2100, 0, 1),
  expiresAtMs: Date.UTC(2100, 0, 2),
  charge: undefined,
  receipt: undefined,
  answer: undefined,
  withheld: undefined,
  ...changes,
});

/** What idempotency keys rely on in every store. @param create Returns an empty store. */
export const describeIdempotencyStore = (name: string, create: () => Promise<IdempotencyStore>): void => {
  describe(name, () => {
    let store: IdempotencyStore;
    beforeEach(async () => {
      store = await create();
    });

    test("finds what was inserted, field by field, bytes included", async () => {
      const whole = recordOf({
        state: "settled",
        charge: Buffer.from([0, 1, 255]),
        receipt: Buffer.alloc(0),
        answer: Buffer.alloc(70_000, 7),
        withheld: "zdr",
      });
      expect(await store.insert(whole)).toBe(true);
      expect(await store.find(whole.id)).toEqual(whole);
      expect(await store.find("record-2")).toBeUndefined();
    });

    test("accepts an id once, and the first record stays", async () => {
      await store.insert(recordOf());
      expect(await store.insert(recordOf({ tag: "tag-2", requestId: "req_00000000000000000000000b" }))).toBe(false);
      expect(await store.find("record-1")).toEqual(recordOf());
    });

    test("lets one of several concurrent inserts through", async () => {
      const outcomes = await Promise.all(
        [1, 2, 3, 4].map((number) => store.insert(recordOf({ tag: `tag-${number}` }))),
      );
      expect(outcomes.filter(Boolean)).toHaveLength(1);
      expect((await store.find("record-1"))?.tag).toBe(`tag-${outcomes.indexOf(true) + 1}`);
    });

    test("updates only the given fields", async () => {
      await store.insert(recordOf());
      const changes = {
        tag: "tag-2",
        state: "answered",
        charge: Buffer.from("charge"),
        answer: Buffer.from("answer"),
        lockedUntilMs: 0,
      } as const;
      expect(await store.update("record-1", "tag-1", changes)).toBe(true);
      expect(await store.find("record-1")).toEqual(recordOf(changes));
    });

    test("rejects an update or a removal with an old tag", async () => {
      await store.insert(recordOf());
      await store.update("record-1", "tag-1", { tag: "tag-2" });
      expect(await store.update("record-1", "tag-1", { tag: "tag-3", state: "settled" })).toBe(false);
      expect(await store.remove("record-1", "tag-1")).toBe(false);
      expect(await store.find("record-1")).toEqual(recordOf({ tag: "tag-2" }));
    });

    test("lets one of several updates from the same tag through", async () => {
      await store.insert(recordOf());
      const outcomes = await Promise.all(
        [2, 3, 4].map((number) => store.update("record-1", "tag-1", { tag: `tag-${number}` })),
      );
      expect(outcomes.filter(Boolean)).toHaveLength(1);
    });

    test("frees the id of a removed record", async () => {
      await store.insert(recordOf());
      expect(await store.remove("record-1", "tag-1")).toBe(true);
      expect(await store.find("record-1")).toBeUndefined();
      expect(await store.update("record-1", "tag-1", { tag: "tag-2" })).toBe(false);
      expect(await store.insert(recordOf())).toBe(true);
    });
  });
};
