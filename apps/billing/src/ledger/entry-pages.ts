import { CLOCKS_DIFFER_MS, invalidField } from "@cenote/core";
import type { Block } from "./block";
import { lastSeqBefore } from "./block-times";
import { matchesFilter } from "./entry-filter";
import { viewsOf } from "./entry-views";
import type { EntryFilter, EntryPage, EntryView } from "./ledger-reads";
import { createSearchDays } from "./search-days";
import type { Journal, UsageDays } from "./store";

/** Blocks per query: a busy organization has many entries in each. */
const BLOCKS_AT_ONCE = 16;
/** Blocks per further query with a filter, where few entries match. */
const SEARCHED_BLOCKS_AT_ONCE = 50;
/** Consecutive old blocks that end a search by time: a few may be from a clock that was behind for a moment. */
const OLD_BLOCKS = 8;
const CURSOR = /^(\d{1,15})\.(\d{1,9})$/;

export interface PageOptions {
  readonly journal: Journal & UsageDays;
  readonly organizationId: string;
  /** Of the newest block. */
  readonly lastSeq: number;
  /** At least 1. */
  readonly size: number;
  /**
   * `<seq>.<index of the entry in its block>` of the last entry that the previous page read: its last entry, or the place
   * where its search stopped.
   */
  readonly cursor: string | undefined;
  readonly filter?: EntryFilter | undefined;
  /** The page ends once it has read this many entries, however few of them match. */
  readonly maxSearched: number;
}

/** Entries, newest first. Errors: invalid_request_error for an invalid cursor. */
export const readEntryPage = (options: PageOptions): Promise<EntryPage> =>
  options.filter === undefined ? readPage(options) : searchPage(options, options.filter);

const readPage = async (options: PageOptions): Promise<EntryPage> => {
  const { size } = options;
  const walk = await walkBack(options);
  let isOver = false;
  while (!isFull(walk, size) && !isOver) {
    const blocks = await walk.read(Math.min(BLOCKS_AT_ONCE, size + 1));
    isOver = blocks.length === 0;
  }
  return pageOf(walk, size);
};

const searchPage = async (options: PageOptions, filter: EntryFilter): Promise<EntryPage> => {
  const { journal, organizationId, size, maxSearched } = options;
  const walk = await walkBack(options);
  const days = createSearchDays(journal, organizationId, filter);
  let oldInARow = 0;
  while (!isFull(walk, size)) {
    if (walk.searched >= maxSearched && walk.beforeSeq > 1) return stoppedPage(walk);
    const blocks = await walk.read(blocksToSearch(options, walk.searched));
    for (const { atMs } of blocks) oldInARow = isTooOld(filter, atMs) ? oldInARow + 1 : 0;
    const oldest = blocks.at(-1);
    if (oldest === undefined || oldInARow >= OLD_BLOCKS || isFull(walk, size)) break;
    const place = await days.next({ beforeSeq: walk.beforeSeq, atMs: oldest.atMs });
    walk.beforeSeq = place.beforeSeq;
    if (place.isEnd && walk.beforeSeq > 1) return stoppedPage(walk);
  }
  return pageOf(walk, size);
};

/** Each block has at least one entry, so no more blocks are read than entries are allowed. */
const blocksToSearch = ({ size, filter, maxSearched }: PageOptions, searched: number): number => {
  const first = filter?.fromMs === undefined ? Math.min(BLOCKS_AT_ONCE, size + 1) : BLOCKS_AT_ONCE;
  return Math.min(searched === 0 ? first : SEARCHED_BLOCKS_AT_ONCE, Math.max(1, maxSearched - searched));
};

/** A walk back through a journal, from the place where a page begins. */
interface Walk {
  /** Matching entries of the blocks read so far. */
  readonly found: EntryView[];
  /** The next block to read is the one before this. */
  beforeSeq: number;
  /** Entries read. */
  searched: number;
  /** Reads the next blocks. @returns Newest first; none at the beginning of the journal. */
  read(count: number): Promise<readonly Block[]>;
}

const walkBack = async (options: PageOptions): Promise<Walk> => {
  const { journal, organizationId, cursor, filter } = options;
  const after = parseCursor(cursor);
  const walk: Walk = {
    found: [],
    beforeSeq: (await firstSeq(options, after?.seq)) + 1,
    searched: 0,
    async read(count) {
      const blocks = await journal.blocksBefore(organizationId, walk.beforeSeq, count);
      for (const block of blocks) {
        const below = block.seq === after?.seq ? after.index : block.entries.length;
        const views = viewsOf(block).slice(0, below).reverse();
        walk.found.push(...(filter === undefined ? views : views.filter((view) => matchesFilter(filter, view))));
        walk.beforeSeq = block.seq;
        walk.searched += block.entries.length;
      }
      return blocks;
    },
  };
  return walk;
};

/** One entry more than requested shows that there is a next page. */
const isFull = ({ found }: Walk, size: number): boolean => found.length > size;

const pageOf = ({ found }: Walk, size: number): EntryPage => ({
  entries: found.slice(0, size),
  next: found.length > size ? found[size - 1]?.cursor : undefined,
});

/** The page of a search that stops before the beginning of the journal. */
const stoppedPage = ({ found, beforeSeq }: Walk): EntryPage => ({ entries: found, next: `${beforeSeq}.0` });

/** The newest block that the page reads. */
const firstSeq = async (
  { journal, organizationId, lastSeq, filter }: PageOptions,
  afterSeq: number | undefined,
): Promise<number> => {
  if (afterSeq !== undefined) return Math.min(afterSeq, lastSeq);
  return filter?.toMs === undefined ? lastSeq : lastSeqBefore({ journal, organizationId, lastSeq, atMs: filter.toMs });
};

/** Whether no block before one of this time can match the filter, within the tolerance for clocks. */
const isTooOld = (filter: EntryFilter | undefined, atMs: number): boolean =>
  filter?.fromMs !== undefined && atMs < filter.fromMs - CLOCKS_DIFFER_MS;

const parseCursor = (cursor: string | undefined): { readonly seq: number; readonly index: number } | undefined => {
  if (cursor === undefined || cursor === "") return undefined;
  const match = CURSOR.exec(cursor);
  if (match === null)
    throw invalidField("page.cursor", "this cursor is not one of ours; pass `next` of the page before.");
  return { seq: Number(match[1]), index: Number(match[2]) };
};
