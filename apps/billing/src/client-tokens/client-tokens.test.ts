import { createHash } from "node:crypto";
import { type CallContext, type UsageLine, UsageUnit } from "@cenote/contracts";
import { parseMxn, silentLog } from "@cenote/core";
import { createManualClock, createSeededIds, deferred } from "@cenote/testkit";
import { createBilling } from "../compose";
import { CHAT, testCatalog, testCatalogSource } from "../testing/catalog";
import { createMemoryStores } from "../testing/memory/stores";
import { noRate } from "../testing/no-rate";

const sha256 = (text: string) => createHash("sha256").update(text).digest();
const MINUTE_MS = 60_000;
const originOf = (length: number) => `https://${"a.".repeat(length).slice(0, length - "https://".length - 1)}b`;
const UNKNOWN = "00000000-0000-4000-8000-00000000ffff";

const createWorld = async () => {
  const clock = createManualClock(Date.UTC(2026, 2, 1, 12));
  const stores = createMemoryStores();
  const ids = createSeededIds();
  const startReplica = () =>
    createBilling({
      fetchRate: noRate,
      catalog: testCatalogSource(testCatalog()),
      stores,
      clock,
      ids,
      log: silentLog,
      masterSecret: "master",
    });
  const { service } = await startReplica();
  const { organization } = await service.createOrganization({ name: "Acme" });
  const organizationId = organization?.id ?? "";
  const { apiKey, secret: keySecret } = await service.createApiKey({ organizationId, name: "server" });
  const keyId = apiKey?.id ?? "";
  const request = {
    organizationId,
    keyId,
    operations: ["chat"],
    models: [CHAT.id],
    origins: ["https://app.example"],
    budgetNanoMxn: parseMxn("0.01"),
    ttlS: 60,
  };
  const mint = async (changes: Partial<typeof request> = {}) => {
    const { clientToken, secret } = await service.createClientToken({ ...request, ...changes });
    if (clientToken === undefined) throw new Error("no token");
    return { token: clientToken, secret };
  };
  const authenticate = (secret: string, over = service) => over.authenticate({ keyDigest: sha256(secret) });
  let count = 0;
  const contextOf = (clientTokenId: string): CallContext => ({
    requestId: `req_${(count++).toString(16).padStart(24, "0")}`,
    organizationId,
    keyId,
    zdr: false,
    idempotencyKey: "",
    clientTokenId,
  });
  return { clock, stores, startReplica, service, organizationId, keyId, keySecret, mint, authenticate, contextOf };
};

const lines = (output: bigint): UsageLine[] => [
  { unit: UsageUnit.USAGE_UNIT_OUTPUT_TOKEN, quantity: output, variant: "" },
];
const admission = (context: CallContext, output = 500n) => ({
  context,
  model: CHAT.id,
  estimate: lines(output),
  holdTtlMs: 60_000,
});

describe("a client token", () => {
  test("authenticates as its organization, under the key that created it, with its restrictions", async () => {
    const { mint, authenticate, organizationId, keyId, startReplica } = await createWorld();
    const { token, secret } = await mint();
    expect(secret).toMatch(/^cen_ct_live_.{32}$/);
    for (const over of [undefined, (await startReplica()).service]) {
      expect(await authenticate(secret, over)).toEqual({ organizationId, keyId, zdr: false, clientToken: token });
    }
    expect(token).toMatchObject({
      operations: ["chat"],
      models: [CHAT.id],
      origins: ["https://app.example"],
      budgetNanoMxn: parseMxn("0.01"),
      expires: new Date(Date.UTC(2026, 2, 1, 12, 1)),
    });
  });

  test("is stored only as a digest", async () => {
    const { mint, stores } = await createWorld();
    const { token, secret } = await mint();
    const row = await stores.clientTokens.find(token.id);
    expect(
      JSON.stringify(row, (_name, value: unknown) => (typeof value === "bigint" ? String(value) : value)),
    ).not.toContain(secret);
  });

  test("is not found by a digest that only begins like its own, as its id does", async () => {
    const { service, mint, authenticate } = await createWorld();
    const { secret } = await mint();
    const keyDigest = sha256(secret);
    keyDigest.writeUInt8(keyDigest.readUInt8(31) ^ 1, 31);
    await expect(service.authenticate({ keyDigest })).rejects.toMatchObject({ code: "invalid_api_key" });
    await expect(authenticate(secret)).resolves.toBeDefined();
  });

  test("that a page has not used for a while works however many made-up keys are being looked up", async () => {
    const { clock, stores, mint, authenticate } = await createWorld();
    const { secret } = await mint({ ttlS: 0 });
    await clock.advance(3 * MINUTE_MS);
    const held = deferred();
    const find = stores.keys.findByDigest.bind(stores.keys);
    jest.spyOn(stores.keys, "findByDigest").mockImplementation(async (digest) => {
      const row = await find(digest);
      if (row === undefined) await held.promise;
      return row;
    });
    const flood = Array.from({ length: 64 }, (_, index) => authenticate(`made up ${index}`).catch(() => undefined));
    await expect(authenticate("one more")).rejects.toMatchObject({ code: "overloaded" });
    await expect(authenticate(secret)).resolves.toBeDefined();
    held.resolve();
    await Promise.all(flood);
  });

  test("is given out and revoked only if the store has written it", async () => {
    const { service, stores, mint, organizationId } = await createWorld();
    const { token } = await mint();
    const revoked = () => service.revokeClientToken({ organizationId, clientTokenId: token.id });
    jest.spyOn(stores.clientTokens, "insert").mockRejectedValueOnce(new Error("database away"));
    jest.spyOn(stores.clientTokens, "revoke").mockRejectedValueOnce(new Error("database away"));
    await expect(mint()).rejects.toThrow("database away");
    await expect(revoked()).rejects.toThrow("database away");
    expect((await revoked()).clientToken?.revoked).toBeDefined();
  });

  test("works until it expires, after ten minutes by default", async () => {
    const { clock, mint, authenticate } = await createWorld();
    const { secret } = await mint({ ttlS: 0 });
    await clock.advance(10 * MINUTE_MS - 1);
    await expect(authenticate(secret)).resolves.toBeDefined();
    await clock.advance(1);
    await expect(authenticate(secret)).rejects.toMatchObject({
      code: "key_revoked",
      message: expect.stringContaining("expired"),
    });
  });

  test("stops working within a second of being revoked, on other replicas too", async () => {
    const { clock, service, startReplica, mint, authenticate, organizationId } = await createWorld();
    const other = (await startReplica()).service;
    const { token, secret } = await mint();
    await authenticate(secret, other);
    await service.revokeClientToken({ organizationId, clientTokenId: token.id });
    await expect(authenticate(secret)).rejects.toMatchObject({ code: "key_revoked" });
    await clock.advance(900);
    await expect(authenticate(secret, other)).rejects.toMatchObject({ code: "key_revoked" });
  });

  test("stops working when the key that created it is revoked", async () => {
    const { service, mint, authenticate, keyId } = await createWorld();
    const { secret } = await mint();
    await service.revokeApiKey({ keyId });
    await expect(authenticate(secret)).rejects.toMatchObject({ code: "key_revoked" });
    await expect(mint()).rejects.toMatchObject({ code: "key_revoked" });
  });

  test("is listed while it works, newest first, to its organization only", async () => {
    const { clock, service, mint, organizationId } = await createWorld();
    const { organization } = await service.createOrganization({ name: "Other" });
    const minted: string[] = [];
    for (const ttlS of [3600, 60, 600, 600]) {
      minted.push((await mint({ ttlS })).token.id);
      await clock.advance(1);
    }
    const [oldest, , third, newest] = minted;
    await clock.advance(MINUTE_MS);
    const list = async (cursor = "", size = 1) => service.listClientTokens({ organizationId, page: { size, cursor } });
    const pages = [await list()];
    for (let next = pages[0]?.next; next !== undefined && next !== ""; next = pages.at(-1)?.next)
      pages.push(await list(next));
    expect(pages.flatMap(({ clientTokens }) => clientTokens.map(({ id }) => id))).toEqual([newest, third, oldest]);
    expect(pages[0]?.clientTokens[0]).toMatchObject({
      operations: ["chat"],
      models: [CHAT.id],
      budgetNanoMxn: parseMxn("0.01"),
      cursor: pages[0]?.next,
    });
    await service.revokeClientToken({ organizationId, clientTokenId: newest ?? "" });
    expect((await list("", 0)).clientTokens.map(({ id }) => id)).toEqual([third, oldest]);
    expect(await service.listClientTokens({ organizationId: organization?.id ?? "", page: undefined })).toEqual({
      clientTokens: [],
      next: "",
    });
    await expect(list("made up")).rejects.toMatchObject({ code: "invalid_request_error", param: "page.cursor" });
  });

  test("reports what it has spent: in lists, beside the balance and when it is revoked", async () => {
    const { service, mint, contextOf, organizationId, startReplica } = await createWorld();
    const [used, idle] = [(await mint()).token, (await mint()).token];
    const context = contextOf(used.id);
    await service.admit(admission(context));
    const { costNanoMxn } = await service.settle({ context, model: CHAT.id, usage: lines(100n), record: undefined });
    expect(costNanoMxn).toBeGreaterThan(0n);
    const { clientTokens } = await (await startReplica()).service.listClientTokens({ organizationId, page: undefined });
    expect(Object.fromEntries(clientTokens.map(({ id, spentNanoMxn }) => [id, spentNanoMxn]))).toEqual({
      [used.id]: costNanoMxn,
      [idle.id]: 0n,
    });
    expect(await service.getBalance({ organizationId, clientTokenId: used.id })).toMatchObject({
      spentNanoMxn: costNanoMxn,
    });
    expect((await service.getBalance({ organizationId })).spentNanoMxn).toBeUndefined();
    expect(
      (await service.revokeClientToken({ organizationId, clientTokenId: used.id })).clientToken?.spentNanoMxn,
    ).toBe(costNanoMxn);
  });

  test.each([
    ["countLive", 10_000, "An organization has at most 10000"],
    ["countLiveOfKey", 1_000, "A restricted API key has at most 1000"],
  ] as const)("are limited in number: %s, %d", async (count, most, words) => {
    const { stores, service, organizationId, mint } = await createWorld();
    const { apiKey } = await service.createApiKey({ organizationId, name: "few", models: { models: [CHAT.id] } });
    const keyId = apiKey?.id ?? "";
    const counted = jest.spyOn(stores.clientTokens, count).mockResolvedValue(most - 1);
    await mint({ keyId });
    counted.mockResolvedValue(most);
    await expect(mint({ keyId })).rejects.toMatchObject({
      code: "rate_limit_exceeded",
      message: expect.stringContaining(words),
    });
    // The organization's other keys have all the rest.
    if (count === "countLiveOfKey") await mint();
  });

  test("can't be revoked by, or charged to, another organization", async () => {
    const { service, startReplica, mint, authenticate, contextOf, keyId, organizationId: own } = await createWorld();
    const { token, secret } = await mint();
    const revoked = async (madeWith: string) =>
      service.revokeClientToken({ organizationId: own, clientTokenId: token.id, keyId: madeWith });
    await expect(revoked(UNKNOWN)).rejects.toMatchObject({ code: "not_found" });
    const { organization } = await service.createOrganization({ name: "Other" });
    const organizationId = organization?.id ?? "";
    await expect(service.revokeClientToken({ organizationId, clientTokenId: token.id })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(service.admit(admission({ ...contextOf(token.id), organizationId }))).rejects.toMatchObject({
      code: "invalid_request_error",
      param: "context.client_token_id",
    });
    await expect(
      service.createClientToken({
        organizationId,
        keyId: token.keyId,
        operations: ["chat"],
        models: [],
        origins: [],
        budgetNanoMxn: 1n,
        ttlS: 0,
      }),
    ).rejects.toMatchObject({ code: "not_found" });
    const { service: elsewhere } = await startReplica();
    await expect(authenticate(secret, elsewhere)).resolves.toMatchObject({ organizationId: own });
    expect((await revoked(keyId)).clientToken?.revoked).toBeDefined();
  });

  test.each([
    ["no operation", { operations: [] }, "operations"],
    ["an unknown operation", { operations: ["chat", "root"] }, "operations"],
    ["no budget", { budgetNanoMxn: parseMxn("0") }, "budget_nano_mxn"],
    ["more than an hour", { ttlS: 3601 }, "ttl_s"],
    ["an origin with a path", { origins: ["https://app.example/"] }, "origins[0]"],
    ["an origin that is none", { origins: ["https://app.example", "*"] }, "origins[1]"],
    ["an origin of another scheme", { origins: ["ftp://app.example"] }, "origins[0]"],
    ["an origin of 201 characters", { origins: [originOf(201)] }, "origins[0]"],
    ["too many origins", { origins: Array.from({ length: 17 }, () => "https://app.example") }, "origins"],
    ["a nameless model", { models: [""] }, "models[0]"],
    ["a model's id of 257 characters", { models: ["m".repeat(257)] }, "models[0]"],
    ["too many models", { models: Array.from({ length: 65 }, () => "m") }, "models"],
  ])("can't be created with %s", async (_what, changes, param) => {
    const { mint } = await createWorld();
    await expect(mint(changes)).rejects.toMatchObject({ code: "invalid_request_error", param });
  });

  test("can be created with as many and as long models and origins as are allowed", async () => {
    const { mint } = await createWorld();
    const models = Array.from({ length: 64 }, () => "m".repeat(256));
    const origins = Array.from({ length: 16 }, () => originOf(200));
    expect((await mint({ models, origins })).token).toMatchObject({ models, origins });
  });

  test("is reported by FindRefused as expired, until it is revoked as well", async () => {
    const { service, clock, mint, organizationId } = await createWorld();
    const { token, secret } = await mint();
    const refusal = async () => (await service.findRefused({ keyDigests: [sha256(secret)] })).refused[0];
    expect(await refusal()).toBeUndefined();
    await clock.advance(MINUTE_MS);
    expect(await refusal()).toMatchObject({ code: "key_revoked", expired: true });
    await service.revokeClientToken({ organizationId, clientTokenId: token.id });
    expect(await refusal()).toMatchObject({ code: "key_revoked", expired: false });
  });

  test("is reported by FindRefused, like a key, once it no longer works", async () => {
    const { service, mint, organizationId, keySecret } = await createWorld();
    const [kept, revoked] = [await mint(), await mint()];
    await service.revokeClientToken({ organizationId, clientTokenId: revoked.token.id });
    const digests = [kept.secret, revoked.secret, "made up", keySecret].map(sha256);
    const { refused } = await service.findRefused({ keyDigests: digests });
    expect(refused.map(({ keyDigest, code, expired }) => [keyDigest, code, expired])).toEqual([
      [digests[1], "key_revoked", false],
      [digests[2], "invalid_api_key", false],
    ]);
  });
});

describe("the budget of a client token", () => {
  test("is spent only by calls made with the token, and the charge names it", async () => {
    const { service, mint, contextOf, organizationId } = await createWorld();
    const { token } = await mint();
    const call = contextOf(token.id);
    await service.admit(admission(call));
    await service.settle({ context: call, model: CHAT.id, usage: lines(900n), record: undefined });
    await expect(service.admit(admission(contextOf(token.id)))).rejects.toMatchObject({
      code: "insufficient_balance",
      message: expect.stringContaining("client token"),
    });
    await expect(service.admit(admission({ ...contextOf(""), clientTokenId: undefined }))).resolves.toBeDefined();
    const { entries } = await service.getCharges({
      organizationId,
      requestIds: [call.requestId, "req_0123456789abcdef01234567"],
    });
    expect(entries).toMatchObject([{ type: "settle", requestId: call.requestId, charge: { clientTokenId: token.id } }]);
    expect(await service.verifyLedger({ organizationId: "" })).toMatchObject({ ok: true });
  });

  test("bounds how far a stream may grow, even if the organization has more", async () => {
    const { service, mint, contextOf } = await createWorld();
    const { token } = await mint();
    const call = contextOf(token.id);
    await service.admit(admission(call));
    expect(
      (await service.growHold({ context: call, model: CHAT.id, estimate: lines(700n) })).coveredOutputTokens,
    ).toBeUndefined();
    for (const output of [1000n, 2000n]) {
      expect(await service.growHold({ context: call, model: CHAT.id, estimate: lines(output) })).toMatchObject({
        heldNanoMxn: parseMxn("0.01"),
        coveredOutputTokens: 793,
      });
    }
  });

  test("is charged even if the settling service does not name the token", async () => {
    const { service, mint, contextOf } = await createWorld();
    const { token } = await mint();
    const call = contextOf(token.id);
    await service.admit(admission(call));
    await service.settle({
      context: { ...call, clientTokenId: undefined },
      model: CHAT.id,
      usage: lines(900n),
      record: undefined,
    });
    await expect(service.admit(admission(contextOf(token.id)))).rejects.toMatchObject({ code: "insufficient_balance" });
  });

  test("pays for an admitted call even if the token was revoked and has expired since", async () => {
    const { clock, service, mint, contextOf, organizationId } = await createWorld();
    const { token } = await mint();
    const call = contextOf(token.id);
    await service.admit({ ...admission(call), holdTtlMs: 60 * MINUTE_MS });
    await service.revokeClientToken({ organizationId, clientTokenId: token.id });
    await clock.advance(2 * MINUTE_MS);
    await service.settle({ context: call, model: CHAT.id, usage: lines(900n), record: undefined });
    const { entries } = await service.getCharges({ organizationId, requestIds: [call.requestId] });
    expect(entries).toMatchObject([{ type: "settle", charge: { clientTokenId: token.id } }]);
    expect(await service.verifyLedger({ organizationId: "" })).toMatchObject({ ok: true });
  });

  test("does not keep an admitted call from its charge or release once the token is forgotten; new calls are rejected", async () => {
    const { clock, stores, service, mint, contextOf, organizationId } = await createWorld();
    const { token } = await mint();
    const [charged, released] = [contextOf(token.id), contextOf(token.id)];
    for (const call of [charged, released]) await service.admit({ ...admission(call, 10n), holdTtlMs: 60 * MINUTE_MS });
    stores.clientTokens.find = () => Promise.resolve(undefined);
    await clock.advance(2 * MINUTE_MS);
    await expect(service.admit(admission(contextOf(token.id)))).rejects.toMatchObject({ code: "not_found" });
    await service.settle({ context: charged, model: CHAT.id, usage: lines(900n), record: undefined });
    await service.release({ context: released, model: CHAT.id, record: undefined });
    const { entries } = await service.getCharges({
      organizationId,
      requestIds: [charged.requestId, released.requestId],
    });
    expect(entries.map(({ type, requestId }) => [type, requestId])).toEqual(
      expect.arrayContaining([["settle", charged.requestId]]),
    );
    expect((await service.getBalance({ organizationId })).heldNanoMxn).toBe(0n);
    expect(await service.verifyLedger({ organizationId: "" })).toMatchObject({ ok: true });
  });

  test("of an unknown token is not found", async () => {
    const { service, contextOf } = await createWorld();
    await expect(service.admit(admission(contextOf(UNKNOWN)))).rejects.toMatchObject({ code: "not_found" });
  });
});
