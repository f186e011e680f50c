import type { BalanceAlert } from "../alerts/balance-alert";
import { parseMxn } from "@cenote/core";
import type { OrganizationRow, OrganizationStore } from "./organization-store";

const rowOf = (number: number, changes: Partial<OrganizationRow> = {}): OrganizationRow => ({
  id: `00000000-0000-4000-8000-${number.toString().padStart(12, "0")}`,
  name: `organization ${number}`,
  zdr: false,
  limits: {},
  createdAtMs: Date.UTC(2026, 0, 1) + number,
  revision: 0,
  ...changes,
});

/** What billing relies on in every store. @param create Returns an empty store. */
export const describeOrganizationStore = (name: string, create: () => Promise<OrganizationStore>): void => {
  describe(name, () => {
    let store: OrganizationStore;
    beforeEach(async () => {
      store = await create();
    });
    const names = (rows: readonly OrganizationRow[]) => rows.map((row) => row.name);

    test("finds what was inserted, and rejects a second one with the same id", async () => {
      const row = rowOf(1, { name: "Café 100 %" });
      await store.insert(row, "0");
      expect(await store.find(row.id)).toEqual(row);
      expect(await store.find(rowOf(2).id)).toBeUndefined();
      await expect(store.insert(rowOf(1), "0")).rejects.toThrow(Error);
    });

    test("lists in order of creation, page by page, even within one millisecond", async () => {
      const together = rowOf(3).createdAtMs;
      for (const row of [rowOf(5), rowOf(1), rowOf(4, { createdAtMs: together }), rowOf(3), rowOf(2)])
        await store.insert(row, "0");
      expect(names(await store.list(undefined, 3))).toEqual(["organization 1", "organization 2", "organization 3"]);
      expect(names(await store.list(rowOf(3), 10))).toEqual(["organization 4", "organization 5"]);
      expect(await store.list(rowOf(5), 10)).toEqual([]);
    });

    test("gives a changed guardrail a new revision, and returns it among the changes", async () => {
      for (const number of [1, 2, 3]) await store.insert(rowOf(number), "0");
      await store.change(rowOf(1).id, { zdr: true }, 1_000);
      await store.change(rowOf(2).id, { zdr: true }, 2_000);
      await store.change(rowOf(2).id, { zdr: false }, 3_000);
      await store.change(rowOf(9).id, { zdr: true }, 3_000);
      expect(await store.find(rowOf(1).id)).toEqual(rowOf(1, { zdr: true, revision: 1 }));
      expect(await store.changedSince(1_001)).toEqual([rowOf(2, { revision: 2 })]);
      expect(names(await store.changedSince(1_000)).sort()).toEqual(["organization 1", "organization 2"]);
      expect(await store.find(rowOf(9).id)).toBeUndefined();
    });

    test("sets and removes limits one by one, and leaves the guardrail alone", async () => {
      await store.insert(rowOf(1, { zdr: true, limits: { concurrentRequests: 3 } }), "0");
      await store.change(rowOf(1).id, { limits: { requestsPerMinute: 1_200, tokensPerMinute: 1_000_000_000 } }, 1_000);
      await store.change(rowOf(1).id, { limits: { tokensPerMinute: 0, requestsPerMinute: 7 } }, 2_000);
      const changed = rowOf(1, { zdr: true, limits: { requestsPerMinute: 7, concurrentRequests: 3 }, revision: 2 });
      expect(await store.find(rowOf(1).id)).toEqual(changed);
      expect(await store.changedSince(2_000)).toEqual([changed]);
      await store.change(rowOf(1).id, { limits: { requestsPerMinute: 0, concurrentRequests: 0 } }, 3_000);
      expect(await store.find(rowOf(1).id)).toEqual(rowOf(1, { zdr: true, revision: 3 }));
    });

    const ALERT: BalanceAlert = { threshold: parseMxn("20.000000001"), url: "https://acme.test/hook?a=1" };
    const EVENT = {
      id: "11111111-1111-4111-8111-111111111111",
      atMs: 1_000,
      threshold: ALERT.threshold,
      balance: parseMxn("-9223372.036854775"),
      held: parseMxn("0.000000001"),
      dueAtMs: 6_000,
      failures: 2,
    };

    test("sets, changes and removes an alert, and leaves what was told alone", async () => {
      await store.insert(rowOf(1), "0");
      const alertOf = async () => (await store.find(rowOf(1).id))?.balanceAlert;
      await store.change(rowOf(1).id, { balanceAlert: ALERT }, 1_000);
      expect(await store.find(rowOf(1).id)).toEqual(rowOf(1, { balanceAlert: ALERT, revision: 1 }));
      expect(await store.changeAlert({ ...rowOf(1), revision: 1 }, { ...ALERT, low: EVENT }, 2_000)).toBe(true);
      await store.change(rowOf(1).id, { zdr: true, balanceAlert: { threshold: parseMxn("5") } }, 3_000);
      await store.change(rowOf(1).id, { balanceAlert: { url: "https://acme.test/other" } }, 3_000);
      expect(await alertOf()).toEqual({ threshold: parseMxn("5"), url: "https://acme.test/other", low: EVENT });
      await store.change(rowOf(1).id, { zdr: false }, 3_000);
      await store.change(rowOf(1).id, { balanceAlert: "none" }, 3_000);
      expect(await alertOf()).toBeUndefined();
    });

    test("suspends, changes the note, and lifts the suspension; other changes leave it alone", async () => {
      await store.insert(rowOf(1), "0");
      const suspension = { sinceMs: 1_000, note: 'unpaid: "March"' };
      await store.change(rowOf(1).id, { suspension }, 1_000);
      await store.change(rowOf(1).id, { zdr: true }, 2_000);
      const suspended = rowOf(1, { zdr: true, suspension, revision: 2 });
      expect(await store.find(rowOf(1).id)).toEqual(suspended);
      expect(await store.changedSince(2_000)).toEqual([suspended]);
      await store.change(rowOf(1).id, { suspension: { sinceMs: 1_000, note: "" } }, 3_000);
      expect((await store.list(undefined, 1))[0]?.suspension).toEqual({ sinceMs: 1_000, note: "" });
      await store.change(rowOf(1).id, { suspension: "none" }, 4_000);
      expect(await store.find(rowOf(1).id)).toEqual(rowOf(1, { zdr: true, revision: 4 }));
    });

    test("replaces an alert only in the revision it was read in, and only if there is one", async () => {
      await store.insert(rowOf(1), "0");
      expect(await store.changeAlert(rowOf(1), ALERT, 1_000)).toBe(false);
      await store.change(rowOf(1).id, { balanceAlert: ALERT }, 1_000);
      const told = { ...ALERT, low: EVENT, depleted: { ...EVENT, dueAtMs: undefined } };
      expect(await store.changeAlert({ ...rowOf(1), revision: 1 }, told, 2_000)).toBe(true);
      expect(await store.changeAlert({ ...rowOf(1), revision: 1 }, ALERT, 3_000)).toBe(false);
      const changed = rowOf(1, { balanceAlert: told, revision: 2 });
      expect(await store.find(rowOf(1).id)).toEqual(changed);
      expect(await store.changedSince(2_000)).toEqual([changed]);
    });

    test("finds organizations with an alert page by page, and those with an event that is due", async () => {
      for (const number of [1, 2, 3, 4]) await store.insert(rowOf(number), "0");
      for (const number of [4, 2, 1]) await store.change(rowOf(number).id, { balanceAlert: ALERT }, 1_000);
      await store.changeAlert({ ...rowOf(2), revision: 1 }, { ...ALERT, low: EVENT }, 1_000);
      const later = { ...EVENT, dueAtMs: 9_000 };
      await store.changeAlert({ ...rowOf(4), revision: 1 }, { ...ALERT, low: later, depleted: EVENT }, 1_000);
      expect(names(await store.withAlert("", 2))).toEqual(["organization 1", "organization 2"]);
      expect(names(await store.withAlert(rowOf(2).id, 2))).toEqual(["organization 4"]);
      expect(await store.withDueAlert(5_999, 10)).toEqual([]);
      expect(names(await store.withDueAlert(6_000, 10)).sort()).toEqual(["organization 2", "organization 4"]);
      expect(await store.withDueAlert(6_000, 1)).toHaveLength(1);
    });

    test("remembers the promised free credit until it is in the ledger", async () => {
      await store.insert(rowOf(1), "50000000000");
      await store.insert(rowOf(2), "9007199254740993000");
      expect(
        [...(await store.promisedCredits(10))].sort((a, b) => (a.organizationId < b.organizationId ? -1 : 1)),
      ).toEqual([
        { organizationId: rowOf(1).id, amount: "50000000000" },
        { organizationId: rowOf(2).id, amount: "9007199254740993000" },
      ]);
      expect(await store.promisedCredits(1)).toHaveLength(1);
      await store.markCredited(rowOf(1).id, true);
      await store.markCredited(rowOf(1).id, true);
      expect(await store.promisedCredits(10)).toEqual([{ organizationId: rowOf(2).id, amount: "9007199254740993000" }]);
      expect(await store.find(rowOf(1).id)).toEqual(rowOf(1, { hasJournal: true }));
      await store.markCredited(rowOf(2).id, false);
      expect(await store.promisedCredits(10)).toEqual([]);
      expect(await store.list(undefined, 10)).toEqual([rowOf(1, { hasJournal: true }), rowOf(2)]);
    });
  });
};
