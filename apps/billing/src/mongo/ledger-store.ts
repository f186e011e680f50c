import type { Clock } from "@cenote/core";
import { UNHURRIED } from "@cenote/mongo";
import type { Connection, mongo } from "mongoose";
import type { Block } from "../ledger/block";
import { isCreditOrAdjustment } from "../ledger/entry";
import type { JournalEnd, LedgerStore } from "../ledger/store";
import { type EngineQueries, engineQueries } from "./engine-queries";
import { blockId, isInPlace, placeOf, toBlock, toBlockDocument } from "./ledger-documents";
import { createMongoCheckpoints } from "./ledger-checkpoints";
import { READING, WRITING } from "./ledger-concerns";
import { KEY_LOCK, ledgerCollections } from "./ledger-schemas";
import { createMongoUsageDays } from "./ledger-usage-days";
import { createSharedInserts } from "./shared-inserts";

export interface MongoLedgerStoreOptions {
  /** Sync the indexes after creating the store and before using it: the unique ones are the ledger's locks. */
  readonly connection: Connection;
  readonly clock: Clock;
}

/** Blocks of the first read: usually there is nothing new. */
const FIRST_BLOCKS = 4;
const BLOCKS_PER_READ = 50;
const IDS_PER_READ = 10_000;
/** How often the indexes are checked: a database restored while this process runs may lack them. */
const LOCKS_TRUSTED_MS = 5_000;

export const createMongoLedgerStore = (options: MongoLedgerStoreOptions): LedgerStore => {
  const { connection, clock } = options;
  const { blocks, checkpoints, usageDays } = ledgerCollections(connection);
  const insertBlock = createSharedInserts({ collection: blocks, writeConcern: WRITING.writeConcern, clock });
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
    // Only by key: with the organization in the query, SecantusDB scans all keys of the organization.
    const documents = await blocks.find({ _id: { $in: ids } }, READING).toArray();
    documents.sort((a, b) => a.seq - b.seq);
    // Ids are read one after the other, so a block may be found whose predecessor was read before its insert.
    const missing = documents.findIndex(({ seq }, index) => seq !== from + index);
    return (missing === -1 ? documents : documents.slice(0, missing)).map(toBlock);
  };

  /** Throws without the unique index: the journal would accept a posting twice. */
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

  /** The ids of an organization's documents, or of all organizations. Reads only the ids, in large batches. */
  const idsIn = async function* (
    collection: Pick<mongo.Collection<{ readonly _id: string; readonly org: string }>, "find">,
    organizationId: string | undefined,
  ): AsyncGenerator<string> {
    const { filter, hint } = (await queries()).ids(organizationId);
    const found = collection.find<{ readonly _id: unknown }>(filter, {
      readConcern: READING.readConcern,
      projection: { _id: 1 },
      batchSize: IDS_PER_READ,
      // MongoDB reads batch by batch; SecantusDB reads everything before the first batch.
      ...UNHURRIED,
      ...(hint !== undefined && { hint }),
    });
    // A foreign document may have an id that is not a string.
    for await (const { _id } of found) yield String(_id);
  };

  /** The ends of one journal, or of all. */
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

  /** Organizations (or only this one) with a checkpoint or a day of usage. */
  const derivedFrom = async (organizationId: string | undefined): Promise<ReadonlySet<string>> => {
    const derived = new Set<string>();
    const marks = checkpoints.find(organizationId === undefined ? {} : { _id: organizationId }, {
      readConcern: READING.readConcern,
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
    ...createMongoCheckpoints(checkpoints),
    ...createMongoUsageDays(usageDays),
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
      const found = await blocks.find({ org: organizationId, keys: { $in: [...keys] } }, READING).toArray();
      return found.filter(isInPlace).map(toBlock);
    },
    async *creditsSince(organizationId, fromMs) {
      const { keyBetween } = await queries();
      for (const type of ["adjust", "credit"]) {
        const found = blocks.find(
          { org: organizationId, keys: keyBetween(`${type}:`, `${type};`), at: { $gte: new Date(fromMs) } },
          { ...READING, batchSize: BLOCKS_PER_READ },
        );
        // A block with both kinds is found twice, each time for one kind.
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
      // Read at once: the verification of a hundred journals may take longer than the database keeps an idle cursor.
      const ends = await journalEnds(organizationId);
      const derived = await derivedFrom(organizationId);
      for (const [, end] of [...ends].sort(([a], [b]) => (a < b ? -1 : 1))) yield end;
      for (const id of [...derived].sort()) if (!ends.has(id)) yield { organizationId: id, lastSeq: 0 };
    },
  };
};
