import type { Clock } from "@cenote/core";
import { isDuplicateKey, isInserted, UNHURRIED } from "@cenote/mongo";
import type { Connection, mongo } from "mongoose";
import type { Block } from "../ledger/block";
import { isCreditOrAdjustment } from "../ledger/entry";
import type { JournalEnd, LedgerStore } from "../ledger/store";
import { type EngineQueries, engineQueries } from "./engine-queries";
import {
  blockId,
  type BlockDocument,
  type CheckpointDocument,
  isInPlace,
  placeOf,
  toBlock,
  toBlockDocument,
  toCheckpoint,
  toCheckpointDocument,
  toUsageDay,
  toUsageDayByModel,
  toUsageDayCalls,
  toUsageDayDocument,
  type UsageDayDocument,
  usageDayId,
} from "./ledger-documents";
import { KEY_LOCK, ledgerModels } from "./ledger-schemas";
import { createSharedInserts } from "./shared-inserts";

export interface MongoLedgerStoreOptions {
  /** Indexes must be synced after the store is made and before it is used: the unique ones are the ledger's locks. */
  readonly connection: Connection;
  readonly clock: Clock;
}

/** Bound of a read, and of the wait for a majority. */
const TIMEOUT_MS = 5_000;
/** Usually there is nothing new, so the first read is small. */
const FIRST_BLOCKS = 4;
const BLOCKS_PER_READ = 50;
const IDS_PER_READ = 10_000;
const DAYS_PER_READ = 31;
const CALLS_OF_DAY = {
  org: 1,
  day: 1,
  through_seq: 1,
  rows: 1,
  "keys.key_id": 1,
  "keys.calls": 1,
  "keys.failed_calls": 1,
} as const;
/** A database that is restored while this process runs is without its indexes until they are made again. */
const LOCKS_TRUSTED_MS = 5_000;

/**
 * Calls the driver and not mongoose: only this module makes these documents, and hydrating and validating them again
 * costs more than the ledger. Writes wait for the majority's journal, and reads see only what the majority has: a block
 * built on one that is rolled back would leave a gap.
 */
export const createMongoLedgerStore = (options: MongoLedgerStoreOptions): LedgerStore => {
  const { connection, clock } = options;
  const models = ledgerModels(connection);
  const blocks = models.blocks.collection as unknown as mongo.Collection<BlockDocument>;
  const checkpoints = models.checkpoints.collection as unknown as mongo.Collection<CheckpointDocument>;
  const usageDays = models.usageDays.collection as unknown as mongo.Collection<UsageDayDocument>;
  const writing = { writeConcern: { w: "majority", journal: true, wtimeoutMS: TIMEOUT_MS } } as const;
  const reading = { readConcern: { level: "majority" }, useBigInt64: true, maxTimeMS: TIMEOUT_MS } as const;
  const insertBlock = createSharedInserts({ collection: blocks, writeConcern: writing.writeConcern, clock });
  let known: Promise<EngineQueries> | undefined;
  let locked: { readonly sinceMs: number; readonly known: Promise<void> } | undefined;

  const queries = (): Promise<EngineQueries> =>
    (known ??= engineQueries(connection).catch((error: unknown) => {
      known = undefined;
      throw error;
    }));

  /**
   * At most `size` blocks from seq `from` on, in order, up to the first missing one. Seqs have no gaps, so blocks are
   * read by their ids and the journal needs no index for its order: one index entry less to write per block.
   */
  const blocksFrom = async (organizationId: string, from: number, size: number): Promise<Block[]> => {
    const ids = Array.from({ length: size }, (_, index) => blockId(organizationId, from + index));
    // By the key only: with the organization in the query, SecantusDB goes through all keys of the organization.
    const documents = await blocks.find({ _id: { $in: ids } }, reading).toArray();
    documents.sort((a, b) => a.seq - b.seq);
    // Ids are looked up one after the other, so a block may be found whose predecessor was looked up too early.
    const missing = documents.findIndex(({ seq }, index) => seq !== from + index);
    return (missing === -1 ? documents : documents.slice(0, missing)).map(toBlock);
  };

  /** Without its unique index the journal would accept a posting twice, so it accepts none. */
  const requireLocks = async (): Promise<void> => {
    const indexes = await blocks.indexes();
    if (
      !indexes.some(
        ({ name, unique, partialFilterExpression }) =>
          name === KEY_LOCK && unique === true && partialFilterExpression === undefined,
      )
    ) {
      throw new Error(`The unique index ${KEY_LOCK} of ${blocks.collectionName} is missing.`);
    }
  };

  /** The ids of an organization's documents, or of all there are. No more of them is read, and many at a time. */
  const idsIn = async function* (
    collection: Pick<mongo.Collection<{ readonly _id: string; readonly org: string }>, "find">,
    organizationId: string | undefined,
  ): AsyncGenerator<string> {
    const { filter, hint } = (await queries()).ids(organizationId);
    const found = collection.find<{ readonly _id: unknown }>(filter, {
      readConcern: reading.readConcern,
      projection: { _id: 1 },
      batchSize: IDS_PER_READ,
      // MongoDB finds a batch at a time, SecantusDB all of them before the first.
      ...UNHURRIED,
      ...(hint !== undefined && { hint }),
    });
    // A document that is not ours may have an id that is no text.
    for await (const { _id } of found) yield String(_id);
  };

  /** Of an organization, or of all that have blocks. */
  const journalEnds = async (organizationId: string | undefined): Promise<ReadonlyMap<string, JournalEnd>> => {
    const ends = new Map<string, JournalEnd>();
    for await (const strayId of idsIn(blocks, organizationId)) {
      const place = placeOf(strayId);
      const id = organizationId ?? place.organizationId;
      const end = ends.get(id) ?? { organizationId: id, lastSeq: 0 };
      const isBlock = place.seq > 0 && place.organizationId === id;
      if (!isBlock) ends.set(id, { strayId, ...end });
      else if (place.seq > end.lastSeq) ends.set(id, { ...end, lastSeq: place.seq });
    }
    return ends;
  };

  /** The organization, or all, of which there is a checkpoint or a day of usage. */
  const derivedFrom = async (organizationId: string | undefined): Promise<ReadonlySet<string>> => {
    const derived = new Set<string>();
    const marks = checkpoints.find(organizationId === undefined ? {} : { _id: organizationId }, {
      readConcern: reading.readConcern,
      projection: { _id: 1 },
      batchSize: IDS_PER_READ,
      ...UNHURRIED,
    });
    for await (const { _id } of marks) derived.add(_id);
    for await (const id of idsIn(usageDays, organizationId)) derived.add(id.slice(0, id.lastIndexOf(":")));
    return derived;
  };

  const requireRecentLocks = (): Promise<void> => {
    const nowMs = clock.monotonicMs();
    if (locked === undefined || nowMs - locked.sinceMs >= LOCKS_TRUSTED_MS) {
      const known = requireLocks();
      locked = { sinceMs: nowMs, known };
      known.catch(() => {
        if (locked?.known === known) locked = undefined;
      });
    }
    return locked.known;
  };

  return {
    async append(block) {
      await requireRecentLocks();
      return insertBlock(toBlockDocument(block));
    },
    async *blocksAfter(organizationId, seq) {
      for (let from = seq + 1, size = FIRST_BLOCKS; ; from += size, size = BLOCKS_PER_READ) {
        const found = await blocksFrom(organizationId, from, size);
        yield* found;
        if (found.length < size) return;
      }
    },
    async blocksBefore(organizationId, seq, limit) {
      const found: Block[] = [];
      for (let end = seq; end > 1 && found.length < limit;) {
        const from = Math.max(1, end - Math.min(limit - found.length, BLOCKS_PER_READ));
        found.push(...(await blocksFrom(organizationId, from, end - from)).reverse());
        end = from;
      }
      return found;
    },
    async blocksWithKeys(organizationId, keys) {
      const found = await blocks.find({ org: organizationId, keys: { $in: [...keys] } }, reading).toArray();
      return found.filter(isInPlace).map(toBlock);
    },
    async *creditsSince(organizationId, fromMs) {
      const { keyBetween } = await queries();
      for (const type of ["adjust", "credit"]) {
        const found = blocks.find(
          { org: organizationId, keys: keyBetween(`${type}:`, `${type};`), at: { $gte: new Date(fromMs) } },
          { ...reading, batchSize: BLOCKS_PER_READ },
        );
        // A block with both kinds is found twice, each time for one of them.
        for await (const document of found) {
          if (!isInPlace(document)) continue;
          const { seq, atMs, entries } = toBlock(document);
          for (const entry of entries)
            if (isCreditOrAdjustment(entry) && entry.type === type) yield { seq, atMs, entry };
        }
      }
    },
    async *ends(organizationId) {
      await requireLocks();
      // At once: to verify a hundred journals may take longer than the database keeps a cursor that nobody reads from.
      const ends = await journalEnds(organizationId);
      const derived = await derivedFrom(organizationId);
      for (const [, end] of [...ends].sort(([a], [b]) => (a < b ? -1 : 1))) yield end;
      for (const id of [...derived].sort()) if (!ends.has(id)) yield { organizationId: id, lastSeq: 0 };
    },
    async readCheckpoint(organizationId) {
      const document = await checkpoints.findOne({ _id: organizationId }, reading);
      return document === null ? undefined : toCheckpoint(document);
    },
    async writeCheckpoint(checkpoint) {
      const { _id, ...fields } = toCheckpointDocument(checkpoint);
      try {
        await checkpoints.updateOne(
          { _id, seq: { $lt: checkpoint.seq } },
          { $set: fields },
          { ...writing, upsert: true },
        );
      } catch (error) {
        // The guard did not match, so the upsert met the newer one that stands.
        if (!isDuplicateKey(error)) throw error;
      }
    },
    async readUsageDays(organizationId, fromDay, toDay) {
      const days = usageDays.find(daysBetween(organizationId, fromDay, toDay), { ...reading, sort: { _id: 1 } });
      return (await days.toArray()).map(toUsageDay);
    },
    async readUsageDaysByModel(organizationId, fromDay, toDay) {
      const days = usageDays.find(daysBetween(organizationId, fromDay, toDay), {
        ...reading,
        sort: { _id: 1 },
        projection: { keys: 0 },
      });
      return (await days.toArray()).map(toUsageDayByModel);
    },
    async *usageDayCalls(organizationId, fromDay, toDay) {
      const days = usageDays.find(daysBetween(organizationId, fromDay, toDay), {
        ...reading,
        sort: { _id: -1 },
        batchSize: DAYS_PER_READ,
        projection: CALLS_OF_DAY,
      });
      for await (const day of days) yield toUsageDayCalls(day);
    },
    async usageDayEnds(organizationId) {
      const ends = usageDays.find({ org: organizationId }, { ...reading, projection: { day: 1, through_seq: 1 } });
      return (await ends.toArray()).map(({ day, through_seq: throughSeq }) => ({ day, throughSeq }));
    },
    async projectedSeq(organizationId) {
      const newest = { ...reading, sort: { through_seq: -1 }, projection: { through_seq: 1 } } as const;
      return (await usageDays.findOne({ org: organizationId }, newest))?.through_seq ?? 0;
    },
    async writeUsageDay(usage, expectedThroughSeq) {
      const document = toUsageDayDocument(usage);
      const { _id, through_seq, rows, keys } = document;
      if (expectedThroughSeq !== undefined) {
        const guard = { _id, through_seq: expectedThroughSeq };
        return (await usageDays.updateOne(guard, { $set: { through_seq, rows, keys } }, writing)).matchedCount === 1;
      }
      return isInserted(usageDays.insertOne(document, writing));
    },
    async advanceUsageDay({ organizationId, day, throughSeq }, expectedThroughSeq) {
      const guard = { _id: usageDayId(organizationId, day), through_seq: expectedThroughSeq };
      return (await usageDays.updateOne(guard, { $set: { through_seq: throughSeq } }, writing)).matchedCount === 1;
    },
  };
};

/** One day, as each run of the projection needs it, is found by its id: for a range SecantusDB reads every day there is. */
const daysBetween = (organizationId: string, fromDay: string, toDay: string) => {
  const first = usageDayId(organizationId, fromDay);
  return {
    _id: fromDay === toDay ? first : { $gte: first, $lte: usageDayId(organizationId, toDay) },
    org: organizationId,
  };
};
