import { isDuplicateKey } from "@cenote/mongo";
import type { Connection } from "mongoose";

/**
 * The journal format of this version. Raise it with a version whose entries or blocks the previous one can't read. Without
 * the mark, the older version would start nevertheless, and fail call after call.
 */
const LEDGER_FORMAT = 1;

interface FormatDocument {
  readonly _id: string;
  /** The highest format of all versions that ever started on this database. */
  readonly format: number;
}

const ID = "ledger";

/** A newer version wrote the ledger, in a format that this one can't read. */
class NewerLedger extends Error {
  override readonly name = "NewerLedger";

  constructor(found: number, known: number) {
    super(
      [
        `The ledger of this database was written by a newer version of Cenote (format ${found}; this version reads up to ${known}).`,
        "Nothing was changed in the database. Start that version again, or restore a backup from before it.",
      ].join("\n"),
    );
  }
}

/** Marks the database with this version's format, unless it has a newer one: then throws NewerLedger. */
export const claimLedgerFormat = async (connection: Connection, known = LEDGER_FORMAT): Promise<void> => {
  const formats = connection.collection<FormatDocument>("formats");
  const found = (await formats.findOne({ _id: ID }))?.format ?? 0;
  if (found > known) throw new NewerLedger(found, known);
  if (found === known) return;
  try {
    await formats.updateOne({ _id: ID, format: { $lt: known } }, { $set: { format: known } }, { upsert: true });
  } catch (error) {
    // Another replica, of this or a newer version, was faster.
    if (!isDuplicateKey(error)) throw error;
    await claimLedgerFormat(connection, known);
  }
};
