import { type Log, type NanoMxn, parseMxn, silentLog } from "@cenote/core";
import { createManualClock, createSeededIds } from "@cenote/testkit";
import { createLedger } from "../ledger/create-ledger";
import { createMemoryLedgerStore } from "../testing/memory/ledger-store";
import { createMemoryOrganizationStore } from "../testing/memory/organization-store";
import { createRecordingLog } from "../testing/recording-log";
import { createOrganizations } from "./organizations";

const createWorld = (freeCredit: NanoMxn = parseMxn("50")) => {
  const clock = createManualClock();
  const store = createMemoryOrganizationStore();
  const ledger = createLedger({ store: createMemoryLedgerStore(), clock, log: silentLog });
  const ids = createSeededIds();
  const settings = { freeCredit };
  const startReplica = (log: Log = silentLog) =>
    createOrganizations({ store, ledger, clock, ids, log, freeCredit: () => settings.freeCredit });
  const credits = async (id: string) =>
    (await ledger.entries(id, { size: 10 })).entries.map(({ id: entry, amount }) => [entry, amount]);
  return { clock, store, ledger, settings, startReplica, credits };
};

const FIFTY = [["free-credit", 50_000_000_000n]];
const crash = () => Promise.reject(new Error("the process died"));

describe("a new organization", () => {
  test("has a UUID, its name and the free credit, posted once", async () => {
    const { startReplica, credits } = createWorld();
    const { organization, balance } = await startReplica().create("  Acme  ");
    expect(organization).toMatchObject({ name: "Acme", zdr: false });
    expect(organization.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(balance).toBe(50_000_000_000n);
    expect(await credits(organization.id)).toEqual(FIFTY);
  });

  test("gets its credit after a crash between the two, in the amount promised then", async () => {
    const { clock, ledger, settings, store, startReplica, credits } = createWorld();
    jest.spyOn(ledger, "credit").mockImplementationOnce(crash);
    const dying = startReplica();
    await expect(dying.create("Acme")).rejects.toThrow("died");
    await dying.close();
    settings.freeCredit = parseMxn("75");
    const [organization] = await store.list(undefined, 10);
    startReplica();
    await clock.advance(0);
    expect(await credits(organization?.id ?? "")).toEqual(FIFTY);
    expect(await store.promisedCredits(10)).toEqual([]);
  });

  test("gets its credit although that of another can't be posted", async () => {
    const { clock, ledger, store, startReplica, credits } = createWorld();
    const post = ledger.credit.bind(ledger);
    const crediting = jest.spyOn(ledger, "credit").mockImplementation(crash);
    const dying = startReplica();
    for (const name of ["broken", "Acme"]) await expect(dying.create(name)).rejects.toThrow("died");
    await dying.close();
    const [broken, organization] = await store.list(undefined, 10);
    crediting.mockImplementation((id, command) => (id === broken?.id ? crash() : post(id, command)));
    startReplica();
    await clock.advance(0);
    expect(await credits(organization?.id ?? "")).toEqual(FIFTY);
    expect((await store.promisedCredits(10)).map(({ organizationId }) => organizationId)).toEqual([broken?.id]);
  });

  test("never gets it twice, neither after a crash right after the credit nor from several replicas at once", async () => {
    const { clock, store, startReplica, credits } = createWorld();
    jest.spyOn(store, "markCredited").mockImplementationOnce(crash);
    const dying = startReplica();
    await expect(dying.create("Acme")).rejects.toThrow("died");
    await dying.close();
    const [organization] = await store.list(undefined, 10);
    startReplica();
    startReplica();
    await clock.advance(120_000);
    expect(await credits(organization?.id ?? "")).toEqual(FIFTY);
  });

  test("starts with a zero balance if no credit is configured", async () => {
    const { store, startReplica, credits } = createWorld(parseMxn("0"));
    const { organization, balance } = await startReplica().create("Acme");
    expect(balance).toBe(0n);
    expect(await credits(organization.id)).toEqual([]);
    expect(await store.promisedCredits(10)).toEqual([]);
  });

  test("is told to have a journal once its credit is posted, and not if there is none", async () => {
    const { ledger, settings, startReplica } = createWorld();
    const organizations = startReplica();
    const idOf = async (name: string) => (await organizations.create(name)).organization.id;
    const ids = [await idOf("Acme"), await idOf("Bodega")];
    settings.freeCredit = parseMxn("0");
    const empty = await idOf("Cantina");
    settings.freeCredit = parseMxn("50");
    jest.spyOn(ledger, "credit").mockImplementationOnce(crash);
    await expect(idOf("Dulcería")).rejects.toThrow("died");
    const told = async (id?: string) => {
      const found: string[] = [];
      for await (const one of organizations.withJournal(id)) found.push(one);
      return found.sort();
    };
    expect(await told()).toEqual(ids.toSorted());
    expect(await told(ids[1])).toEqual([ids[1]]);
    expect(await told(empty)).toEqual([]);
    expect(await told("nobody")).toEqual([]);
  });

  test.each(["", "   ", "x".repeat(101)])("can't be called %j", async (name) => {
    const { store, startReplica } = createWorld();
    await expect(startReplica().create(name)).rejects.toMatchObject({ code: "invalid_request_error", param: "name" });
    expect(await store.list(undefined, 10)).toEqual([]);
  });
});

describe("organizations", () => {
  test("are listed page by page, each once", async () => {
    const { startReplica } = createWorld();
    const organizations = startReplica();
    for (const name of ["a", "b", "c", "d", "e"]) await organizations.create(name);
    const seen: string[] = [];
    let cursor = "";
    do {
      const page = await organizations.list({ size: 2, cursor });
      seen.push(...page.organizations.map(({ name }) => name));
      cursor = page.next;
    } while (cursor !== "");
    expect(seen).toEqual(["a", "b", "c", "d", "e"]);
  });

  test("end with a full page, not followed by an empty one", async () => {
    const { startReplica } = createWorld();
    const organizations = startReplica();
    for (const name of ["a", "b"]) await organizations.create(name);
    expect((await organizations.list({ size: 2, cursor: "" })).next).toBe("");
  });

  test("are suspended and let in again with a line in the log", async () => {
    const { startReplica } = createWorld();
    const log = createRecordingLog();
    const organizations = startReplica(log);
    const { organization } = await organizations.create("Acme");
    await organizations.change(organization.id, { suspension: { sinceMs: 1, note: "unpaid" } });
    await organizations.change(organization.id, { zdr: true });
    expect(organizations.recognize(organization.id)).toMatchObject({ zdr: true, suspension: { note: "unpaid" } });
    await organizations.change(organization.id, { suspension: "none" });
    expect(log.lines).toEqual([
      "info: the operator suspended an organization",
      "info: the operator lifted the suspension of an organization",
    ]);
  });

  test("reject a cursor they did not issue", async () => {
    const { startReplica } = createWorld();
    await expect(startReplica().list({ size: 2, cursor: "bm9uc2Vuc2U" })).rejects.toMatchObject({
      code: "invalid_request_error",
      param: "page.cursor",
    });
  });

  test("can have their guardrail changed, here at once and elsewhere within a second", async () => {
    const { clock, startReplica } = createWorld();
    const [here, there] = [startReplica(), startReplica()];
    const { id } = (await here.create("Acme")).organization;
    await there.get(id);
    expect(await here.change(id, { zdr: true })).toMatchObject({ id, zdr: true });
    expect(here.recognize(id)?.zdr).toBe(true);
    await clock.advance(999);
    expect(there.recognize(id)?.zdr).toBe(true);
    await there.change(id, { zdr: false });
    await clock.advance(999);
    expect(here.recognize(id)?.zdr).toBe(false);
  });

  test("can have their limits changed, here at once and elsewhere within a second", async () => {
    const { clock, startReplica } = createWorld();
    const [here, there] = [startReplica(), startReplica()];
    const { id } = (await here.create("Acme")).organization;
    await there.get(id);
    expect(await here.change(id, { limits: { requestsPerMinute: 1_200 } })).toMatchObject({
      limits: { requestsPerMinute: 1_200 },
      zdr: false,
    });
    expect(here.recognize(id)?.limits).toEqual({ requestsPerMinute: 1_200 });
    await clock.advance(999);
    expect(there.recognize(id)?.limits).toEqual({ requestsPerMinute: 1_200 });
  });

  test("that don't exist are not found", async () => {
    const { startReplica } = createWorld();
    const organizations = startReplica();
    const unknown = "00000000-0000-4000-8000-00000000ffff";
    await expect(organizations.get(unknown)).rejects.toMatchObject({ code: "not_found" });
    await expect(organizations.change(unknown, { zdr: true })).rejects.toMatchObject({ code: "not_found" });
  });
});
