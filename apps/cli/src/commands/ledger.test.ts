import { type CheckLedgerRequest, type CheckLedgerResponse, UsageUnit, type LedgerEntry } from "@cenote/contracts";
import { CenoteError } from "@cenote/core";
import { CREATED, DEMO_ID, twoOrganizations } from "../testing/fake-services";
import { runTool } from "../testing/run-tool";

const CREATED_TEXT = "2026-11-21T04:05:06.789Z";
const REQUEST_ID = "req_0123456789abcdef01234567";

const credit: LedgerEntry = {
  seq: 1n,
  id: "signup",
  type: "credit",
  amountNanoMxn: 50_000_000_000n,
  balanceNanoMxn: 50_000_000_000n,
  requestId: "",
  at: CREATED,
  note: "free credit",
  charge: undefined,
};
const sampleCharge = {
  model: "openai/gpt-4o-mini",
  keyId: "key-1",
  costUsd: "0.00001575",
  markup: "1.05",
  priceVersion: "p1",
  usage: [
    { unit: UsageUnit.USAGE_UNIT_INPUT_TOKEN, quantity: 100n, variant: "" },
    { unit: UsageUnit.USAGE_UNIT_IMAGE, quantity: 1n, variant: "1024x1024/hd" },
  ],
  fx: { mxnPerUsd: "20", source: "fixed", at: CREATED },
  record: {
    kind: "chat",
    stream: true,
    outcome: "ok",
    durationMs: 12,
    firstContentMs: 5,
    attempts: [{ route: "openai/gpt-4o-mini", outcome: "ok", durationMs: 11 }],
  },
};
const settle: LedgerEntry = {
  seq: 3n,
  id: `settle:${REQUEST_ID}`,
  type: "settle",
  amountNanoMxn: -315_000n,
  balanceNanoMxn: 49_999_685_000n,
  requestId: REQUEST_ID,
  at: CREATED,
  note: "",
  charge: sampleCharge,
};

describe("ledger show", () => {
  const listLedgerEntries = jest.fn();
  const around = { billing: { ...twoOrganizations, listLedgerEntries } };

  test("shows entries with amounts, time and how each charge was computed", async () => {
    listLedgerEntries.mockResolvedValue({ entries: [settle, credit], next: "" });
    expect((await runTool("ledger show demo --json", around)).json()).toEqual({
      entries: [
        {
          seq: 3,
          id: `settle:${REQUEST_ID}`,
          type: "settle",
          amount_mxn: "-0.000315",
          balance_mxn: "49.999685",
          request_id: REQUEST_ID,
          at: CREATED_TEXT,
          note: "",
          charge: {
            model: "openai/gpt-4o-mini",
            key_id: "key-1",
            cost_usd: "0.00001575",
            markup: "1.05",
            price_version: "p1",
            usage: [
              { unit: "input_token", quantity: 100 },
              { unit: "image", quantity: 1, variant: "1024x1024/hd" },
            ],
            fx: { mxn_per_usd: "20", source: "fixed", at: CREATED_TEXT },
            call: {
              kind: "chat",
              stream: true,
              outcome: "ok",
              cached: false,
              duration_ms: 12,
              first_content_ms: 5,
              attempts: [{ route: "openai/gpt-4o-mini", outcome: "ok", duration_ms: 11 }],
            },
          },
        },
        {
          seq: 1,
          id: "signup",
          type: "credit",
          amount_mxn: "50",
          balance_mxn: "50",
          request_id: null,
          at: CREATED_TEXT,
          note: "free credit",
          charge: null,
        },
      ],
      next: null,
    });
    expect(listLedgerEntries).toHaveBeenLastCalledWith({ organizationId: DEMO_ID, page: { size: 100, cursor: "" } });
  });

  test("a page includes the cursor of the next one", async () => {
    listLedgerEntries.mockResolvedValue({ entries: [credit], next: "c2" });
    const { out } = await runTool("ledger show demo --limit 1 --cursor c1", around);
    expect(listLedgerEntries).toHaveBeenLastCalledWith({ organizationId: DEMO_ID, page: { size: 1, cursor: "c1" } });
    expect(out).toContain("more: --cursor c2");
    expect((await runTool("ledger show demo --json", around)).json()).toMatchObject({ next: "c2" });
  });

  test("options become a filter, and pages that are almost empty are read on until there are enough entries", async () => {
    listLedgerEntries.mockReset();
    listLedgerEntries
      .mockResolvedValueOnce({ entries: [settle], next: "c1" })
      .mockResolvedValueOnce({ entries: [], next: "c2" })
      .mockResolvedValueOnce({ entries: [credit], next: "c3" });
    const options =
      "--model openai/* --key key-1 --client-token t-1 --kind chat --outcome failed --from 2026-11-20 --to 2026-11-21";
    const { json } = await runTool(`ledger show demo --limit 2 ${options} --json`, around);
    expect(json()).toMatchObject({ entries: [{ seq: 3 }, { seq: 1 }], next: "c3" });
    const filter = {
      types: [],
      model: "openai/*",
      keyId: "key-1",
      clientTokenId: "t-1",
      kind: "chat",
      outcome: "failed",
      from: new Date("2026-11-20T00:00:00Z"),
      to: new Date("2026-11-22T00:00:00Z"),
    };
    const asked = (size: number, cursor: string) => [{ organizationId: DEMO_ID, page: { size, cursor }, filter }];
    expect(listLedgerEntries.mock.calls).toEqual([asked(2, ""), asked(1, "c1"), asked(1, "c2")]);
  });

  test("a limit above billing's pages is met by several of them", async () => {
    listLedgerEntries
      .mockReset()
      .mockResolvedValueOnce({ entries: Array.from({ length: 500 }, () => settle), next: "c1" })
      .mockResolvedValueOnce({ entries: [credit], next: "" });
    const { json } = await runTool("ledger show demo --limit 1000 --json", around);
    expect(json()).toMatchObject({ entries: { length: 501 }, next: null });
    expect(listLedgerEntries).toHaveBeenLastCalledWith({ organizationId: DEMO_ID, page: { size: 500, cursor: "c1" } });
  });

  test("a time as the end is that time, and an invalid one is a usage error", async () => {
    listLedgerEntries.mockReset().mockResolvedValue({ entries: [], next: "" });
    await runTool("ledger show demo --to 2026-11-21T12:30:00Z", around);
    expect(listLedgerEntries).toHaveBeenCalledWith(
      expect.objectContaining({ filter: { types: [], to: new Date("2026-11-21T12:30:00Z") } }),
    );
    expect((await runTool("ledger show demo --from yesterday", around)).exitCode).toBe(2);
  });

  test("the text output has one line per entry", async () => {
    listLedgerEntries.mockResolvedValue({ entries: [settle, credit], next: "" });
    const [, first, second] = (await runTool("ledger show demo", around)).out.split("\n");
    expect(first).toMatch(new RegExp(`^ +3 .*settle +-0\\.000315 +49\\.999685 +${REQUEST_ID} +openai/gpt-4o-mini$`));
    expect(second).toMatch(/^ +1 .*credit +50 +50 +signup +free credit$/);
  });

  test("an answer from the cache is marked on both outputs", async () => {
    const record = { kind: "chat", stream: false, outcome: "ok", attempts: [], durationMs: 1, firstContentMs: 0 };
    const hit = { ...settle, charge: { ...sampleCharge, record: { ...record, cached: true } } };
    listLedgerEntries.mockResolvedValue({ entries: [hit], next: "" });
    expect((await runTool("ledger show demo --json", around)).json()).toMatchObject({
      entries: [{ charge: { call: { cached: true } } }],
    });
    expect((await runTool("ledger show demo", around)).out.split("\n")[1]).toMatch(/ openai\/gpt-4o-mini, cached$/);
  });
});

describe("ledger verify", () => {
  const counts = { organizations: 2n, blocks: 7n, entries: 30n };
  const begun = { organizations: 0n, blocks: 3n, entries: 9n };
  /** @param failure Ends the stream; undefined: the stream is cut without an error. */
  const checking = (steps: readonly CheckLedgerResponse[], failure?: Error) =>
    jest.fn<AsyncIterable<CheckLedgerResponse>, [CheckLedgerRequest]>(async function* checkLedger() {
      yield* steps;
      if (failure !== undefined) throw failure;
    });
  const right = () => checking([begun, { ...counts, result: { ok: true, ...counts, fault: undefined } }]);

  test("reports how much was verified", async () => {
    const checkLedger = right();
    const { exitCode, json, err } = await runTool("ledger verify --json", { billing: { checkLedger } });
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: "" });
    expect(json()).toEqual({ ok: true, organizations: 2, blocks: 7, entries: 30 });
    expect(checkLedger).toHaveBeenCalledWith({ organizationId: "" });
  });

  test("can verify one organization", async () => {
    const checkLedger = right();
    await runTool("ledger verify demo", { billing: { ...twoOrganizations, checkLedger } });
    expect(checkLedger).toHaveBeenCalledWith({ organizationId: DEMO_ID });
  });

  test("a fault that is of no one block names none", async () => {
    const fault = { organizationId: DEMO_ID, seq: 0n, reason: "its journal is gone" };
    const { exitCode, json, err } = await runTool("ledger verify --json", {
      billing: { checkLedger: checking([{ ...counts, result: { ok: false, ...counts, fault } }]) },
    });
    expect(exitCode).toBe(1);
    expect(json()).toMatchObject({ fault: { org: DEMO_ID, seq: null, reason: "its journal is gone" } });
    expect(err).toContain(`organization ${DEMO_ID}: its journal is gone`);
  });

  test("a failed verification exits with 1 and names the first wrong block, on both outputs", async () => {
    const fault = { organizationId: DEMO_ID, seq: 5n, reason: "hash differs" };
    const { exitCode, json, err } = await runTool("ledger verify --json", {
      billing: { checkLedger: checking([begun, { ...counts, result: { ok: false, ...counts, fault } }]) },
    });
    expect(exitCode).toBe(1);
    expect(json()).toEqual({
      ok: false,
      organizations: 2,
      blocks: 7,
      entries: 30,
      fault: { org: DEMO_ID, seq: 5, reason: "hash differs" },
    });
    expect(err).toBe(`cenote: the ledger does not hold: organization ${DEMO_ID}, block 5: hash differs\n`);
  });

  test.each([
    ["an error", new CenoteError("overloaded", "The service is shutting down.")],
    ["no word", undefined],
  ])("one that ends with %s before its result says that it is unfinished, and has no answer", async (_, failure) => {
    const { exitCode, out, err } = await runTool("ledger verify --json", {
      billing: { checkLedger: checking([begun], failure) },
    });
    expect({ exitCode, out }).toEqual({ exitCode: 1, out: "" });
    expect(err).toBe(
      `cenote: The verification did not finish, and found nothing wrong in 3 blocks until then. ${(failure ?? new CenoteError("overloaded")).message}\n`,
    );
  });

  test("a check that does not begin says why", async () => {
    const { exitCode, err } = await runTool("ledger verify", {
      billing: { checkLedger: checking([], new CenoteError("not_found", "There is no such organization.")) },
    });
    expect({ exitCode, err }).toEqual({ exitCode: 1, err: "cenote: There is no such organization.\n" });
  });
});
