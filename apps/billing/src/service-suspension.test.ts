import { createHash } from "node:crypto";
import { parseMxn } from "@cenote/core";
import { CHAT } from "./testing/catalog";
import { admission, chatLines, createWorld, record } from "./testing/service-world";

const SUSPENDED = { code: "permission_denied", message: expect.stringMatching(/suspended/) as string };

const suspendedWorld = async () => {
  const world = await createWorld();
  const { service, organizationId } = world;
  const running = world.context();
  await service.admit(admission(running));
  await service.confirmHold({ context: running });
  await service.updateOrganization({ organizationId, suspended: true, suspensionNote: "unpaid" });
  return { ...world, running };
};

const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();

describe("a suspended organization", () => {
  test("makes no new calls, whether of a key, a client token or the organization itself, nor asks whether it may", async () => {
    const { service, organizationId, context, keyId } = await suspendedWorld();
    await expect(service.admit(admission(context()))).rejects.toMatchObject(SUSPENDED);
    await expect(service.admit(admission(context({ keyId: "" })))).rejects.toMatchObject(SUSPENDED);
    await expect(service.admit({ ...admission(context()), cached: true })).rejects.toMatchObject(SUSPENDED);
    await expect(service.admit({ ...admission(context()), checkOnly: true })).rejects.toMatchObject(SUSPENDED);
    const { clientToken } = await service.createClientToken({
      organizationId,
      keyId,
      operations: ["chat"],
      models: [],
      origins: [],
      budgetNanoMxn: parseMxn("1"),
      ttlS: 0,
    });
    const ofToken = context({ clientTokenId: clientToken?.id ?? "" });
    await expect(service.admit(admission(ofToken))).rejects.toMatchObject(SUSPENDED);
    expect(await service.getBalance({ organizationId })).toMatchObject({ balanceNanoMxn: parseMxn("50") });
  });

  test("has its calls under way finished and charged, also one that is taken over from a process that is gone", async () => {
    const { service, running, context } = await suspendedWorld();
    await service.growHold({ context: running, model: CHAT.id, estimate: chatLines(1_000n, 900n) });
    await service.settle({ context: running, model: CHAT.id, usage: chatLines(1_000n, 100n), record });
    const resumed = context({ resumed: true });
    await service.admit(admission(resumed));
    await service.release({ context: resumed, model: CHAT.id, record });
  });

  test("may do everything else: pay in, read its statement, list and use its keys", async () => {
    const { service, organizationId, secret, clock } = await suspendedWorld();
    await service.credit({ organizationId, amountNanoMxn: parseMxn("5"), id: "", note: "" });
    expect(await service.getStatement({ organizationId, fromDay: "", toDay: "" })).toMatchObject({
      closingNanoMxn: parseMxn("55"),
    });
    expect((await service.listApiKeys({ organizationId })).apiKeys).toHaveLength(1);
    const { organization } = await service.getOrganization({ organizationId });
    expect(organization?.suspension).toEqual({ since: new Date(clock.nowMs()), note: "unpaid" });
    expect(await service.authenticate({ keyDigest: sha256(secret) })).toMatchObject({ organizationId });
  });

  test("is suspended and let in again in every replica within a second or so", async () => {
    const { service, startReplica, organizationId, context, clock } = await createWorld();
    const there = (await startReplica()).service;
    await there.admit(admission(context()));
    await service.updateOrganization({ organizationId, suspended: true });
    await clock.advance(1_100);
    await expect(there.admit(admission(context()))).rejects.toMatchObject(SUSPENDED);
    await service.updateOrganization({ organizationId, suspended: false });
    await service.admit(admission(context()));
    await clock.advance(1_100);
    await there.admit(admission(context()));
    expect((await there.getOrganization({ organizationId })).organization?.suspension).toBeUndefined();
  });

  test("keeps its time, and its note unless there is another, when it is suspended again", async () => {
    const { service, organizationId, clock } = await suspendedWorld();
    const since = new Date(clock.nowMs());
    await clock.advance(60_000);
    const suspend = async (change: object) =>
      (await service.updateOrganization({ organizationId, suspended: true, ...change })).organization?.suspension;
    expect(await suspend({})).toEqual({ since, note: "unpaid" });
    expect(await suspend({ suspensionNote: "abuse" })).toEqual({ since, note: "abuse" });
    expect(await suspend({ suspensionNote: "" })).toEqual({ since, note: "" });
  });

  test.each([
    ["of more than 500 characters", { suspended: true, suspensionNote: "x".repeat(501) }],
    ["of no suspension", { suspensionNote: "unpaid" }],
    ["of one that ends", { suspended: false, suspensionNote: "paid" }],
  ])("has no note %s", async (_, change) => {
    const { service, organizationId } = await createWorld();
    await expect(service.updateOrganization({ organizationId, ...change })).rejects.toMatchObject({
      code: "invalid_request_error",
      param: "suspension_note",
    });
  });
});
