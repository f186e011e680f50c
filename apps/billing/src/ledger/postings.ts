import type { BoundedMap } from "@cenote/core";
import type { Block } from "./block";
import { isPosting, keyOf, type PostingEntry } from "./entry";
import { fromEntryText } from "./entry-text";

/** Recent postings of one organization. Forgetting one costs a look into the journal, nothing else. */
export interface Postings {
  find(key: string): PostingEntry | undefined;
  readonly rememberAll: (block: Pick<Block, "entries" | "texts">) => void;
  /** Only those with these keys: all of many blocks of long ago would make each other forgotten before one is asked for. */
  rememberOnly(block: Pick<Block, "entries" | "texts">, keys: ReadonlySet<string>): void;
}

/**
 * @param texts Of all organizations. Kept as text: thousands of entries as objects would keep the garbage collector
 * busy, and hardly one is ever asked for.
 */
export const createPostings = (organizationId: string, texts: BoundedMap<string>): Postings => {
  const remember = (block: Pick<Block, "entries" | "texts">, keys?: ReadonlySet<string>): void => {
    let index = 0;
    for (const entry of block.entries) {
      const text = block.texts[index++];
      if (!isPosting(entry) || text === undefined) continue;
      const key = keyOf(entry);
      if (keys?.has(key) !== false) texts.set(`${organizationId}/${key}`, text);
    }
  };
  return {
    find(key) {
      const text = texts.get(`${organizationId}/${key}`);
      return text === undefined ? undefined : (fromEntryText(text) as PostingEntry);
    },
    rememberAll: (block) => {
      remember(block);
    },
    rememberOnly: remember,
  };
};
