import type { Clock, Log } from "@cenote/core";
import { unhurried } from "@cenote/mongo";
import type { Connection } from "mongoose";
import { FILLER } from "./ledger-documents";
import { KEY_LOCK, ledgerCollections } from "./ledger-schemas";

const NO_SUCH_COLLECTION = 26;
const NO_SUCH_INDEX = 27;

const FILLING = "the blocks of an earlier version are given keys: the start waits for it";

const passOver =
  <T>(code: number, instead: T) =>
  (error: unknown): T => {
    if ((error as { readonly code?: unknown }).code !== code) throw error;
    return instead;
  };

/**
 * Migrates journals of earlier versions, in which blocks without postings had no key and were not in the index of keys. No
 * effect if that index does not exist. Run before indexes are synced, and without other writers.
 */
export const fillMissingKeys = async (
  connection: Connection,
  options: { readonly log: Log; readonly clock: Clock },
): Promise<void> => {
  const { blocks } = ledgerCollections(connection);
  const indexes = await blocks.indexes().catch(passOver(NO_SUCH_COLLECTION, []));
  if (!indexes.some(({ name, partialFilterExpression }) => name === KEY_LOCK && partialFilterExpression !== undefined))
    return;
  const key = { $concat: [FILLER, { $toString: "$seq" }] };
  await unhurried(
    (unlimited) =>
      blocks.updateMany({ keys: { $exists: false } }, [{ $set: { keys: [key] } }], {
        writeConcern: { w: "majority", journal: true },
        ...unlimited,
      }),
    { ...options, message: FILLING },
  );
  await blocks.dropIndex(KEY_LOCK).catch(passOver(NO_SUCH_INDEX, undefined));
};
