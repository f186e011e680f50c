import { isDuplicateKey } from "@cenote/mongo";
import type { Connection } from "mongoose";

/**
 * The format in which this version writes the journal. Raise it with a version whose entries or blocks the one before
 * can't read: without the mark the older one would serve nevertheless, and fail call after call.
 */
const LEDGER_FORMAT = 1;

interface FormatDocument {
  readonly _id: string;
  /** The highest of all versions that have ever started on this database. */
  readonly format: number;
}

const ID = "ledger";

/** The ledger was written by a version that is newer than this one, in a form that this one can't read. */
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

/** Throws NewerLedger, before anything is changed, or else marks the database with this version's format. */
export const claimLedgerFormat = async (connection: Connection, known = LEDGER_FORMAT): Promise<void> => {
  const formats = connection.collection<FormatDocument>("formats");
  const found = (await formats.findOne({ _id: ID }))?.format ?? 0;
  if (found > known) throw new NewerLedger(found, known);
  if (found === known) return;
  try {
    await formats.updateOne({ _id: ID, format: { $lt: known } }, { $set: { format: known } }, { upsert: true });
  } catch (error) {
    // Another replica, of this version or of a newer one, was faster.
    if (!isDuplicateKey(error)) throw error;
    await claimLedgerFormat(connection, known);
  }
};
