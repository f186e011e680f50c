import { type Clock, systemClock } from "@cenote/core";
import type { Connection, mongo } from "mongoose";
import type { LedgerStore } from "../ledger/store";
import {
  type BlockDocument, type CheckpointDocument, toBlock, toBlockDocument, toCheckpoint, toCheckpointDocument, toUsageDay,
  toUsageDayDocument, type UsageDayDocument, usageDayId,
} from "./ledger-documents";
import { isDuplicateKey } from "./duplicate-key";
import { ledgerModels } from "./ledger-schemas";
import { createSharedInserts } from "./shared-inserts";

export interface MongoLedgerStoreOptions {
  /** Indexes must be synced after the store is made and before it is used: the unique ones are the ledger's locks. */
  readonly connection: Connection;
  /** Bound of a read, and of the wait for a majority. */
  readonly timeoutMs?: number;
  readonly clock?: Clock;
}

const DEFAULT_TIMEOUT_MS = 5_000;
const BLOCKS_PER_READ = 200;
const ORGANIZATIONS_PER_READ = 500;

/**
 * Calls the driver and not mongoose: documents are made by this module alone, and hydrating and validating them once
 * more costs more than the ledger. Writes wait for the majority's journal, and reads see only what the majority has: a
 * block built on one that is rolled back would leave a gap.
 */
export const createMongoLedgerStore = (options: MongoLedgerStoreOptions): LedgerStore => {
  const { connection, timeoutMs = DEFAULT_TIMEOUT_MS, clock = systemClock } = options;
  const models = ledgerModels(connection);
  const blocks = models.blocks.collection as unknown as mongo.Collection<BlockDocument>;
  const checkpoints = models.checkpoints.collection as unknown as mongo.Collection<CheckpointDocument>;
  const usageDays = models.usageDays.collection as unknown as mongo.Collection<UsageDayDocument>;
  const writing = { writeConcern: { w: "majority", journal: true, wtimeoutMS: timeoutMs } } as const;
  const streaming = { readConcern: { level: "majority" }, useBigInt64: true } as const;
  const reading = { ...streaming, maxTimeMS: timeoutMs } as const;
  const insertBlock = createSharedInserts({ collection: blocks, writeConcern: writing.writeConcern, clock });
  let locked: Promise<void> | undefined;

  /** Without its unique index the journal would take a posting twice, so it takes none. */
  const requireLocks = async (): Promise<void> => {
    const indexes = await blocks.indexes();
    for (const key of ["org_1_seq_1", "org_1_keys_1"]) {
      if (!indexes.some(({ name, unique }) => name === key && unique === true)) {
        throw new Error(`The unique index ${key} of ${blocks.collectionName} is missing.`);
      }
    }
  };

  return {
    async append(block) {
      await (locked ??= requireLocks().catch((error: unknown) => {
        locked = undefined;
        throw error;
      }));
      return insertBlock(toBlockDocument(block));
    },
    async *blocksAfter(organizationId, seq) {
      const filter = { org: organizationId, seq: { $gt: seq } };
      const cursor = blocks.find(filter, { ...streaming, sort: { seq: 1 }, batchSize: BLOCKS_PER_READ });
      for await (const document of cursor) yield toBlock(document);
    },
    async blocksBefore(organizationId, seq, limit) {
      const filter = { org: organizationId, seq: { $lt: seq } };
      return (await blocks.find(filter, { ...reading, sort: { seq: -1 }, limit }).toArray()).map(toBlock);
    },
    async blocksWithKeys(organizationId, keys) {
      return (await blocks.find({ org: organizationId, keys: { $in: [...keys] } }, reading).toArray()).map(toBlock);
    },
    async *organizations() {
      for (let last = ""; ;) {
        const first = await blocks.find({ org: { $gt: last }, seq: 1 }, {
          ...reading, projection: { org: 1 }, sort: { org: 1 }, limit: ORGANIZATIONS_PER_READ,
        }).toArray();
        for (const { org } of first) yield last = org;
        if (first.length < ORGANIZATIONS_PER_READ) return;
      }
    },
    async readCheckpoint(organizationId) {
      const document = await checkpoints.findOne({ _id: organizationId }, reading);
      return document === null ? undefined : toCheckpoint(document);
    },
    async writeCheckpoint(checkpoint) {
      const { _id, ...fields } = toCheckpointDocument(checkpoint);
      try {
        await checkpoints.updateOne({ _id, seq: { $lt: checkpoint.seq } }, { $set: fields }, { ...writing, upsert: true });
      } catch (error) {
        // The guard did not match, so the upsert met the newer one that stands.
        if (!isDuplicateKey(error)) throw error;
      }
    },
    async readUsageDays(organizationId, fromDay, toDay) {
      const range = { $gte: usageDayId(organizationId, fromDay), $lte: usageDayId(organizationId, toDay) };
      return (await usageDays.find({ _id: range, org: organizationId }, { ...reading, sort: { _id: 1 } }).toArray()).map(toUsageDay);
    },
    async latestUsageDay(organizationId) {
      const document = await usageDays.findOne({ org: organizationId }, { ...reading, sort: { through_seq: -1 } });
      return document === null ? undefined : toUsageDay(document);
    },
    async writeUsageDay(usage, expectedThroughSeq) {
      const document = toUsageDayDocument(usage);
      const { _id, through_seq, rows } = document;
      if (expectedThroughSeq !== undefined) {
        const guard = { _id, through_seq: expectedThroughSeq };
        return (await usageDays.updateOne(guard, { $set: { through_seq, rows } }, writing)).matchedCount === 1;
      }
      try {
        await usageDays.insertOne(document, writing);
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
  };
};
