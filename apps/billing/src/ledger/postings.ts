import type { BoundedMap } from "@cenote/core";
import type { Block } from "./block";
import { isPosting, keyOf, type PostingEntry } from "./entry";
import { fromEntryText } from "./entry-text";

/** Recent postings of one organization. A forgotten one only costs a read of the journal. */
export interface Postings {
  find(key: string): PostingEntry | undefined;
  /**
   * @param only If given, only postings with these keys are remembered. All postings of many old blocks would evict each
   * other before one is used.
   */
  remember(block: Pick<Block, "entries" | "texts">, only?: ReadonlySet<string>): void;
}

/**
 * @param texts Of all organizations. Texts and not objects: thousands of objects would burden the garbage collector, and
 * few are ever used.
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
