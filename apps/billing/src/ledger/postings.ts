import type { BoundedMap } from "@cenote/core";
import type { Block } from "./block";
import { isPosting, keyOf, type PostingEntry } from "./entry";
import { fromEntryText } from "./entry-text";

/** Recent postings of one organization. Forgetting one costs a look into the journal, nothing else. */
export interface Postings {
  find(key: string): PostingEntry | undefined;
  /**
   * @param only Keys, of which alone postings are remembered: all of many blocks of long ago would make each other
   * forgotten before one is asked for.
   */
  remember(block: Pick<Block, "entries" | "texts">, only?: ReadonlySet<string>): void;
}

/**
 * @param texts Of all organizations. Kept as text: thousands of entries as objects would keep the garbage collector
 * busy, and hardly one is ever asked for.
 */
export const createPostings = (organizationId: string, texts: BoundedMap<string>): Postings => ({
  find(key) {
    const text = texts.get(`${organizationId}/${key}`);
    return text === undefined ? undefined : (fromEntryText(text) as PostingEntry);
  },
  remember(block, only) {
    let index = 0;
    for (const entry of block.entries) {
      const text = block.texts[index++];
      if (!isPosting(entry) || text === undefined) continue;
      const key = keyOf(entry);
      if (only?.has(key) !== false) texts.set(`${organizationId}/${key}`, text);
    }
  },
});
