import type { Connection } from "mongoose";
import { blockId } from "./ledger-documents";
import { ledgerCollections } from "./ledger-schemas";

/** Organizations to check: the same version wrote all of them. */
const SAMPLE = 50;

/** The ledger has blocks of a version that this one can't read. */
class UnreadableLedger extends Error {
  override readonly name = "UnreadableLedger";

  constructor() {
    super(
      [
        "The ledger of this database was written by the first version of Cenote (before commit 048d13f), which kept entries as fields: this version can't read it.",
        "Nothing was changed in the database. Go on with the version that wrote it, or name another database (MONGODB_URI, CENOTE_DATA_DIR).",
      ].join("\n"),
    );
  }
}

/**
 * Throws UnreadableLedger if an organization's first block, or the block of its checkpoint, has a format that this version
 * can't read. A tampered block does not count: it blocks only its own organization. Reads at most a hundred blocks, by
 * their ids.
 */
export const requireReadable = async (connection: Connection): Promise<void> => {
  const { blocks, checkpoints } = ledgerCollections(connection);
  const organizations = connection.collection<{ readonly _id: string }>("organizations");
  const [owners, ends] = await Promise.all([
    organizations
      .find({}, { projection: { _id: 1 } })
      .limit(SAMPLE)
      .toArray(),
    checkpoints
      .find({}, { projection: { seq: 1 } })
      .limit(SAMPLE)
      .toArray(),
  ]);
  const ids = [...owners.map(({ _id }) => blockId(_id, 1)), ...ends.map(({ _id, seq }) => blockId(_id, seq))];
  const found = await blocks.find({ _id: { $in: ids } }, { projection: { entries: 1 } }).toArray();
  if (found.some(({ entries }) => entries.some((entry: unknown) => typeof entry !== "string")))
    throw new UnreadableLedger();
};
