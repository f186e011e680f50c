import { createHash } from "node:crypto";
import { nanoMxn, silentLog } from "@cenote/core";
import { deferred, createManualClock, createSeededIds } from "@cenote/testkit";
import { createMemoryKeyStore } from "../testing/memory/key-store";
import { UNRESTRICTED } from "./key-restrictions";
import { createKeys } from "./keys";

const ORG = "00000000-0000-4000-8000-00000000000a";
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

const createWorld = () => {
  const clock = createManualClock();
  const store = createMemoryKeyStore();
  const ids = createSeededIds();
  const startReplica = () => createKeys({ store, clock, ids, log: silentLog, keyPrefix: () => "cen" });
  return { clock, store, startReplica };
};

describe("API keys", () => {
  test("have the documented format, are shown once, and are stored only as a digest", async () => {
    const { store, startReplica } = createWorld();
    const { row, secret } = await startReplica().create(ORG, "production");
    expect(secret).toMatch(/^cen_sk_live_[A-Za-z0-9]{32}$/);
    expect(row.hint).toBe(`cen_sk_live_…${secret.slice(-4)}`);
    const kept = JSON.stringify(await store.list(ORG, 10, 0));
    expect(kept).toContain(sha256(secret));
    expect(kept).not.toContain(secret.slice(12));
  });

  test("are recognized by their digest, on every replica", async () => {
    const { startReplica } = createWorld();
    const [here, there] = [startReplica(), startReplica()];
    const { row, secret } = await here.create(ORG, "");
    expect(here.recognize(sha256(secret))).toEqual(row);
    expect(await there.authenticate(sha256(secret))).toEqual(row);
    expect(there.recognize(sha256(secret))).toEqual(row);
    await expect(there.authenticate(sha256(`${secret}x`))).rejects.toMatchObject({ code: "invalid_api_key" });
  });

  test("stop working once revoked: here at once, elsewhere within a second", async () => {
    const { clock, startReplica } = createWorld();
    const [here, there] = [startReplica(), startReplica()];
    const { row, secret } = await here.create(ORG, "");
    await there.authenticate(sha256(secret));
    await here.revoke(row.id);
    await expect(here.authenticate(sha256(secret))).rejects.toMatchObject({
      code: "key_revoked",
      message: expect.not.stringContaining("expired"),
    });
    expect(() => here.recognize(sha256(secret))).toThrow(expect.objectContaining({ code: "key_revoked" }));
    await clock.advance(999);
    await expect(there.authenticate(sha256(secret))).rejects.toMatchObject({ code: "key_revoked" });
    await expect(startReplica().authenticate(sha256(secret))).rejects.toMatchObject({ code: "key_revoked" });
  });

  test("stay revoked where a read that began before ends after", async () => {
    const { clock, store, startReplica } = createWorld();
    const { row, secret } = await startReplica().create(ORG, "");
    const read = deferred();
    const findByDigest = async (digest: string) => {
      const found = await store.findByDigest(digest);
      await read.promise;
      return found;
    };
    const here = createKeys({
      store: { ...store, findByDigest },
      clock,
      ids: createSeededIds(),
      log: silentLog,
      keyPrefix: () => "cen",
    });
    const reading = here.authenticate(sha256(secret)).catch((error: unknown) => error);
    await here.revoke(row.id);
    read.resolve();
    await reading;
    await expect(here.authenticate(sha256(secret))).rejects.toMatchObject({ code: "key_revoked" });
  });

  test("are given out, changed and revoked only if the store has written it", async () => {
    const { clock, store, startReplica } = createWorld();
    const { row } = await startReplica().create(ORG, "production");
    const away = () => Promise.reject(new Error("database away"));
    const broken = createKeys({
      store: { ...store, insert: away, change: away, revoke: away },
      clock,
      ids: createSeededIds(),
      log: silentLog,
      keyPrefix: () => "cen",
    });
    await expect(broken.create(ORG, "")).rejects.toThrow("database away");
    await expect(broken.change(row.id, { name: "renamed", limits: {} })).rejects.toThrow("database away");
    await expect(broken.revoke(row.id)).rejects.toThrow("database away");
  });

  test("can be found by id too, revoked or not", async () => {
    const { startReplica } = createWorld();
    const [here, there] = [startReplica(), startReplica()];
    const { row, secret } = await here.create(ORG, "");
    expect(here.recognizeId(row.id)).toEqual(row);
    expect(there.recognizeId(row.id)).toBeUndefined();
    await there.authenticate(sha256(secret));
    expect(there.recognizeId(row.id)).toEqual(row);
    await there.revoke(row.id);
    expect(await startReplica().find(row.id)).toMatchObject({ id: row.id, revokedAtMs: expect.any(Number) as number });
    expect(await here.find("00000000-0000-4000-8000-00000000ffff")).toBeUndefined();
  });

  test("can have name and limits changed, here at once, elsewhere within a second, but not once revoked", async () => {
    const { clock, startReplica } = createWorld();
    const [here, there] = [startReplica(), startReplica()];
    const { row, secret } = await here.create(ORG, "", { limits: { requestsPerMinute: 5 } });
    await there.authenticate(sha256(secret));
    expect(
      await here.change(row.id, { name: "laptop", limits: { requestsPerMinute: 0, concurrentRequests: 2 } }),
    ).toMatchObject({ name: "laptop", limits: { concurrentRequests: 2 } });
    expect(here.recognizeId(row.id)?.limits).toEqual({ concurrentRequests: 2 });
    await clock.advance(999);
    expect(there.recognizeId(row.id)).toMatchObject({ name: "laptop", limits: { concurrentRequests: 2 } });
    await there.revoke(row.id);
    await expect(here.change(row.id, { limits: { requestsPerMinute: 9 } })).rejects.toMatchObject({
      code: "key_revoked",
    });
    await clock.advance(999);
    expect(() => here.recognize(sha256(secret))).toThrow(expect.objectContaining({ code: "key_revoked" }));
    await expect(here.change("00000000-0000-4000-8000-00000000ffff", { limits: {} })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("stop working when they expire, everywhere, until they are given more time", async () => {
    const { clock, startReplica } = createWorld();
    const [here, there] = [startReplica(), startReplica()];
    const expiresAtMs = clock.nowMs() + 60_000;
    const { row, secret } = await here.create(ORG, "", { restrictions: { ...UNRESTRICTED, expiresAtMs } });
    expect(await there.authenticate(sha256(secret))).toEqual(row);
    await clock.advance(60_000);
    const expired = { code: "key_revoked", message: "The API key has expired." };
    expect(() => here.recognize(sha256(secret))).toThrow(expect.objectContaining(expired));
    await expect(there.authenticate(sha256(secret))).rejects.toMatchObject(expired);
    await here.change(row.id, { limits: {}, restrictions: { expiresAtMs: expiresAtMs + 60_000 } });
    expect(here.recognize(sha256(secret))).toMatchObject({ id: row.id });
    await clock.advance(999);
    expect(there.recognize(sha256(secret))).toMatchObject({ id: row.id });
    await here.change(row.id, { limits: {}, restrictions: { expiresAtMs: null } });
    await clock.advance(3_600_000);
    expect(await there.authenticate(sha256(secret))).toMatchObject({ id: row.id });
  });

  test("have at most ten thousand total budgets per organization, which may still be changed", async () => {
    const { store, startReplica } = createWorld();
    const keys = startReplica();
    const total = { limit: nanoMxn(1n), period: "total" } as const;
    const month = { ...total, period: "month" } as const;
    const { row } = await keys.create(ORG, "", { restrictions: { ...UNRESTRICTED, budget: total } });
    const other = await keys.create(ORG, "", { restrictions: { ...UNRESTRICTED, budget: month } });
    jest.spyOn(store, "countTotalBudgets").mockResolvedValue(10_000);
    const refused = { code: "invalid_request_error", param: "budget.period" };
    await expect(keys.create(ORG, "", { restrictions: { ...UNRESTRICTED, budget: total } })).rejects.toMatchObject(
      refused,
    );
    await expect(keys.change(other.row.id, { limits: {}, restrictions: { budget: total } })).rejects.toMatchObject(
      refused,
    );
    expect(
      await keys.change(row.id, { limits: {}, restrictions: { budget: { ...total, limit: nanoMxn(2n) } } }),
    ).toMatchObject({ restrictions: { budget: { limit: 2n } } });
  });

  test("can be revoked again without effect, and only if they exist", async () => {
    const { clock, startReplica } = createWorld();
    const keys = startReplica();
    const { row } = await keys.create(ORG, "");
    const first = await keys.revoke(row.id);
    await clock.advance(5_000);
    expect(await keys.revoke(row.id)).toEqual(first);
    await expect(keys.revoke("00000000-0000-4000-8000-00000000ffff")).rejects.toMatchObject({ code: "not_found" });
  });

  test("are listed newest first, revoked ones too", async () => {
    const { clock, startReplica } = createWorld();
    const keys = startReplica();
    const { row } = await keys.create(ORG, "old");
    await clock.advance(1);
    await keys.create(ORG, "new");
    await keys.revoke(row.id);
    expect((await keys.list(ORG)).map(({ name, revokedAtMs }) => [name, revokedAtMs !== undefined])).toEqual([
      ["new", false],
      ["old", true],
    ]);
  });

  test("have names without space around them: a name of spaces alone is none", async () => {
    const keys = createWorld().startReplica();
    const { row } = await keys.create(ORG, "   ");
    expect(row.name).toBe("");
    expect(await keys.change(row.id, { limits: {}, name: "\tlaptop " })).toMatchObject({ name: "laptop" });
  });

  test("are limited to a thousand active ones per organization, and names to 100 characters", async () => {
    const { clock, store, startReplica } = createWorld();
    const keys = startReplica();
    const full = { code: "invalid_request_error", param: "organization_id" };
    const counted = jest.spyOn(store, "countWorking").mockResolvedValueOnce(1_000);
    await expect(keys.create(ORG, "")).rejects.toMatchObject(full);
    await expect(keys.create(ORG, "x".repeat(101))).rejects.toMatchObject({
      code: "invalid_request_error",
      param: "name",
    });
    expect(await keys.list(ORG)).toEqual([]);
    const expiresAtMs = clock.nowMs() + 1;
    const { row } = await keys.create(ORG, "", { restrictions: { ...UNRESTRICTED, expiresAtMs } });
    await clock.advance(1);
    counted.mockResolvedValue(1_000);
    await expect(keys.change(row.id, { limits: {}, restrictions: { expiresAtMs: null } })).rejects.toMatchObject(full);
    expect(await keys.change(row.id, { limits: {}, name: "old" })).toMatchObject({ name: "old" });
  });
});
