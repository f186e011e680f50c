import { type BoundedMap, createBoundedMap } from "@cenote/core";
import type { DocumentNode } from "graphql";
import { containsLiterals } from "./contains-literals";

/** Longer documents are rare. A cached document keeps its whole text in memory, including comments. */
const KEPT_CHARACTERS = 8192;

const mayBeKept = (document: DocumentNode): boolean =>
  document.loc !== undefined && document.loc.source.body.length <= KEPT_CHARACTERS && !containsLiterals(document);

/** A cache of parsed documents. Long documents and those that may contain a prompt are not cached. */
export const createDocumentCache = (maxSize: number): BoundedMap<DocumentNode> => {
  const kept = createBoundedMap<DocumentNode>(maxSize);
  return {
    get: (key) => kept.get(key),
    set(key, document) {
      if (mayBeKept(document)) kept.set(key, document);
    },
  };
};
