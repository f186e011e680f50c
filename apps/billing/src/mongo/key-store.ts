import { type Connection, Schema } from "mongoose";
import type { KeyRow, KeyStore } from "../keys/key-store";

interface KeyDocument {
  readonly _id: string;
  readonly org: string;
  readonly name: string;
  readonly digest: string;
  readonly hint: string;
  readonly created: Date;
  readonly revoked?: Date;
}

const keySchema = new Schema<KeyDocument>({
  _id: { type: String, required: true },
  org: { type: String, required: true },
  name: String,
  digest: { type: String, required: true },
  hint: { type: String, required: true },
  created: { type: Date, required: true },
  revoked: Date,
}, { collection: "api_keys", versionKey: false, strict: "throw" })
  .index({ digest: 1 }, { unique: true })
  .index({ org: 1, created: -1, _id: -1 })
  .index({ revoked: 1 }, { sparse: true });

/** Indexes must be synced after the store is made and before it is used. */
export const createMongoKeyStore = (connection: Connection): KeyStore => {
  const keys = connection.model<KeyDocument>("ApiKey", keySchema);
  const one = async (filter: { readonly _id: string } | { readonly digest: string }): Promise<KeyRow | undefined> => {
    const document = await keys.findOne(filter).lean<KeyDocument>();
    return document === null ? undefined : toRow(document);
  };
  return {
    async insert(row) { await keys.create(toDocument(row)); },
    find: (id) => one({ _id: id }),
    findByDigest: (digest) => one({ digest }),
    list: async (organizationId, limit) =>
      (await keys.find({ org: organizationId }).sort({ created: -1, _id: -1 }).limit(limit).lean<KeyDocument[]>()).map(toRow),
    countWorking: (organizationId) => keys.countDocuments({ org: organizationId, revoked: { $exists: false } }),
    async revoke(id, atMs) {
      await keys.updateOne({ _id: id, revoked: { $exists: false } }, { $set: { revoked: new Date(atMs) } });
    },
    revokedSince: async (sinceMs) => (await keys.find({ revoked: { $gte: new Date(sinceMs) } }).lean<KeyDocument[]>()).map(toRow),
  };
};

const toDocument = ({ id, organizationId, createdAtMs, revokedAtMs, name, digest, hint }: KeyRow): KeyDocument => ({
  _id: id, org: organizationId, name, digest, hint, created: new Date(createdAtMs),
  ...(revokedAtMs !== undefined && { revoked: new Date(revokedAtMs) }),
});

const toRow = ({ _id, org, created, revoked, name, digest, hint }: KeyDocument): KeyRow =>
  ({ id: _id, organizationId: org, name, digest, hint, createdAtMs: created.getTime(), revokedAtMs: revoked?.getTime() });
