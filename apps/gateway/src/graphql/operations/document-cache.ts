import { type BoundedMap, createBoundedMap } from "@cenote/core";
import type { DocumentNode } from "graphql";
import { containsLiterals } from "./contains-literals";

/** Longer documents are rare. A document keeps the whole of its text in memory, comments included. */
const KEPT_CHARACTERS = 8192;

const mayBeKept = (document: DocumentNode): boolean =>
  document.loc !== undefined && document.loc.source.body.length <= KEPT_CHARACTERS && !containsLiterals(document);

/** Parsed documents, so that they need not be read and checked again. Long ones and those with content are left out. */
export const createDocumentCache = (maxSize: number): BoundedMap<DocumentNode> => {
  const kept = createBoundedMap<DocumentNode>(maxSize);
  return {
    get: (key) => kept.get(key),
    set(key, document) {
      if (mayBeKept(document)) kept.set(key, document);
    },
  };
};
