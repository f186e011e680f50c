import type { LedgerStore } from "../ledger/store";

export type StoreOperation = keyof LedgerStore;

/** Decides whether and when `run` runs, and whether its answer comes back. `argument` is the first one. */
export type Interpose = <T>(operation: StoreOperation, run: () => Promise<T>, argument: unknown) => Promise<T>;

/** The same store seen through a connection that misbehaves as a test wants it to. */
export const createFaultyStore = (store: LedgerStore, interpose: Interpose): LedgerStore => ({
  append: (block) => interpose("append", () => store.append(block), block),
  async *blocksAfter(organizationId, seq) {
    yield* await interpose("blocksAfter", async () => store.blocksAfter(organizationId, seq), organizationId);
  },
  blocksBefore: (...given) => interpose("blocksBefore", () => store.blocksBefore(...given), given[0]),
  blocksWithKeys: (...given) => interpose("blocksWithKeys", () => store.blocksWithKeys(...given), given[0]),
  async *creditsSince(...given) {
    yield* await interpose("creditsSince", async () => store.creditsSince(...given), given[0]);
  },
  async *ends(organizationId) {
    yield* await interpose("ends", async () => store.ends(organizationId), organizationId);
  },
  readCheckpoint: (organizationId) =>
    interpose("readCheckpoint", () => store.readCheckpoint(organizationId), organizationId),
  writeCheckpoint: (checkpoint) => interpose("writeCheckpoint", () => store.writeCheckpoint(checkpoint), checkpoint),
  readUsageDays: (...given) => interpose("readUsageDays", () => store.readUsageDays(...given), given[0]),
  readUsageDaysByModel: (...given) =>
    interpose("readUsageDaysByModel", () => store.readUsageDaysByModel(...given), given[0]),
  usageDayEnds: (organizationId) => interpose("usageDayEnds", () => store.usageDayEnds(organizationId), organizationId),
  projectedSeq: (organizationId) => interpose("projectedSeq", () => store.projectedSeq(organizationId), organizationId),
  async *usageDayCalls(...given) {
    yield* await interpose("usageDayCalls", async () => store.usageDayCalls(...given), given[0]);
  },
  writeUsageDay: (...given) => interpose("writeUsageDay", () => store.writeUsageDay(...given), given[0]),
  advanceUsageDay: (...given) => interpose("advanceUsageDay", () => store.advanceUsageDay(...given), given[0]),
});
