import { nanoMxn } from "@cenote/core";
import { newestAfter } from "@cenote/mongo";
import { type Connection, Schema } from "mongoose";
import type { ClientTokenOperation, ClientTokenRow, ClientTokenStore } from "../client-tokens/client-token-store";

interface ClientTokenDocument {
  readonly _id: string;
  readonly org: string;
  readonly key_id: string;
  readonly key_digest: string;
  readonly digest: string;
  readonly operations: ClientTokenOperation[];
  readonly models: string[];
  readonly origins: string[];
  /** Nano-pesos, in digits. */
  readonly budget: string;
  readonly created: Date;
  readonly expires: Date;
  readonly revoked?: Date;
}

/** Ended tokens are kept for a day, so that their spending can be examined. */
const KEPT_S = 86_400;

const schema = new Schema<ClientTokenDocument>(
  {
    _id: { type: String, required: true },
    org: { type: String, required: true },
    key_id: { type: String, required: true },
    key_digest: { type: String, required: true },
    digest: { type: String, required: true },
    operations: [String],
    models: [String],
    origins: [String],
    budget: { type: String, required: true },
    created: { type: Date, required: true },
    expires: { type: Date, required: true },
    revoked: Date,
  },
  { collection: "client_tokens", versionKey: false, strict: "throw" },
)
  .index({ org: 1, expires: -1 })
  .index({ org: 1, created: -1, _id: -1 })
  .index({ key_id: 1, expires: -1 })
  .index({ expires: 1 }, { expireAfterSeconds: KEPT_S })
  .index({ revoked: 1 }, { sparse: true });

/** Sync the indexes after creating the store and before using it. */
export const createMongoClientTokenStore = (connection: Connection): ClientTokenStore => {
  const tokens = connection.model<ClientTokenDocument>("ClientToken", schema);
  const working = (nowMs: number) => ({ expires: { $gt: new Date(nowMs) }, revoked: { $exists: false } });
  const live = (organizationId: string, nowMs: number) => ({ org: organizationId, ...working(nowMs) });
  return {
    async insert(row) {
      await tokens.create(toDocument(row));
    },
    async find(id) {
      const document = await tokens.findOne({ _id: id }).lean<ClientTokenDocument>();
      return document === null ? undefined : toRow(document);
    },
    countLive: (organizationId, nowMs) => tokens.countDocuments(live(organizationId, nowMs)),
    countLiveOfKey: (keyId, nowMs) => tokens.countDocuments({ key_id: keyId, ...working(nowMs) }),
    async listLive(organizationId, { nowMs, madeSinceMs, after, limit }) {
      const behind = after && newestAfter(after);
      const documents = await tokens
        .find({
          ...live(organizationId, nowMs),
          ...behind,
          created: { $gte: new Date(madeSinceMs), ...behind?.created },
        })
        .sort({ created: -1, _id: -1 })
        .limit(limit)
        .lean<ClientTokenDocument[]>();
      return documents.map(toRow);
    },
    async revoke(id, atMs) {
      await tokens.updateOne({ _id: id, revoked: { $exists: false } }, { $set: { revoked: new Date(atMs) } });
    },
    revokedSince: async (sinceMs) =>
      (await tokens.find({ revoked: { $gte: new Date(sinceMs) } }).lean<ClientTokenDocument[]>()).map(toRow),
  };
};

const toDocument = ({
  id,
  organizationId,
  keyId,
  keyDigest,
  createdAtMs,
  expiresAtMs,
  revokedAtMs,
  operations,
  models,
  origins,
  budget,
  digest,
}: ClientTokenRow): ClientTokenDocument => ({
  _id: id,
  org: organizationId,
  key_id: keyId,
  key_digest: keyDigest,
  digest,
  budget: String(budget),
  operations: [...operations],
  models: [...models],
  origins: [...origins],
  created: new Date(createdAtMs),
  expires: new Date(expiresAtMs),
  ...(revokedAtMs !== undefined && { revoked: new Date(revokedAtMs) }),
});

const toRow = (document: ClientTokenDocument): ClientTokenRow => ({
  id: document._id,
  organizationId: document.org,
  keyId: document.key_id,
  keyDigest: document.key_digest,
  digest: document.digest,
  operations: document.operations,
  models: document.models,
  origins: document.origins,
  budget: nanoMxn(BigInt(document.budget)),
  createdAtMs: document.created.getTime(),
  expiresAtMs: document.expires.getTime(),
  revokedAtMs: document.revoked?.getTime(),
});
