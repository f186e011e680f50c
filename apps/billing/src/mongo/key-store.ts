import { type Connection, Schema } from "mongoose";
import { type KeyRow, type KeyStore, newestFirst } from "../keys/key-store";
import { limitFields, type LimitsDocument, limitsSchema, limitsUpdate, toLimits } from "./limits-document";

interface KeyDocument {
  readonly _id: string;
  readonly org: string;
  readonly name: string;
  readonly digest: string;
  readonly hint: string;
  readonly limits?: LimitsDocument;
  readonly created: Date;
  readonly revoked?: Date;
  /** When name or limits were. Both are absent while they never were. */
  readonly changed?: Date;
  readonly revision?: number;
}

const keySchema = new Schema<KeyDocument>(
  {
    _id: { type: String, required: true },
    org: { type: String, required: true },
    name: String,
    digest: { type: String, required: true },
    hint: { type: String, required: true },
    limits: limitsSchema,
    created: { type: Date, required: true },
    revoked: Date,
    changed: Date,
    revision: Number,
  },
  { collection: "api_keys", versionKey: false, strict: "throw" },
)
  .index({ digest: 1 }, { unique: true })
  .index({ org: 1, created: -1, _id: -1 })
  .index({ revoked: 1 }, { sparse: true })
  .index({ changed: 1 }, { sparse: true });

/** Indexes must be synced after the store is made and before it is used. */
export const createMongoKeyStore = (connection: Connection): KeyStore => {
  const keys = connection.model<KeyDocument>("ApiKey", keySchema);
  const one = async (filter: { readonly _id: string } | { readonly digest: string }): Promise<KeyRow | undefined> => {
    const document = await keys.findOne(filter).lean<KeyDocument>();
    return document === null ? undefined : toRow(document);
  };
  return {
    async insert(row) {
      await keys.create(toDocument(row));
    },
    find: (id) => one({ _id: id }),
    findByDigest: (digest) => one({ digest }),
    async list(organizationId, maxRevoked) {
      const newest = (isRevoked: boolean) =>
        keys.find({ org: organizationId, revoked: { $exists: isRevoked } }).sort({ created: -1, _id: -1 });
      const found = await Promise.all([
        newest(false).lean<KeyDocument[]>(),
        newest(true).limit(maxRevoked).lean<KeyDocument[]>(),
      ]);
      return found.flat().map(toRow).sort(newestFirst);
    },
    countWorking: (organizationId) => keys.countDocuments({ org: organizationId, revoked: { $exists: false } }),
    async revoke(id, atMs) {
      await keys.updateOne({ _id: id, revoked: { $exists: false } }, { $set: { revoked: new Date(atMs) } });
    },
    async change(id, { name, limits }, atMs) {
      const { set, unset } = limitsUpdate(limits);
      await keys.updateOne(
        { _id: id, revoked: { $exists: false } },
        {
          $set: { ...set, ...(name !== undefined && { name }), changed: new Date(atMs) },
          $unset: unset,
          $inc: { revision: 1 },
        },
      );
    },
    async changedSince(sinceMs) {
      const since = { $gte: new Date(sinceMs) };
      return (await keys.find({ $or: [{ revoked: since }, { changed: since }] }).lean<KeyDocument[]>()).map(toRow);
    },
  };
};

const toDocument = ({
  id,
  organizationId,
  createdAtMs,
  revokedAtMs,
  name,
  digest,
  hint,
  limits,
}: KeyRow): KeyDocument => ({
  _id: id,
  org: organizationId,
  name,
  digest,
  hint,
  ...limitFields(limits),
  created: new Date(createdAtMs),
  ...(revokedAtMs !== undefined && { revoked: new Date(revokedAtMs) }),
});

const toRow = ({ _id, org, created, revoked, name, digest, hint, limits, revision = 0 }: KeyDocument): KeyRow => ({
  id: _id,
  organizationId: org,
  name,
  digest,
  hint,
  limits: toLimits(limits),
  createdAtMs: created.getTime(),
  revokedAtMs: revoked?.getTime(),
  revision,
});
