import { type Connection, Schema } from "mongoose";
import type { UnpaidCall, UnpaidCallStore } from "../unpaid/store";

interface UnpaidDocument {
  /** Media id. */
  readonly _id: string;
  readonly org: string;
  readonly request_id: string;
  readonly at: Date;
}

const text = { type: String, required: true };

const unpaidSchema = new Schema<UnpaidDocument>(
  { _id: text, org: text, request_id: text, at: { type: Date, required: true } },
  {
    collection: "media_unpaid_calls",
    versionKey: false,
    strict: "throw",
  },
).index({ at: 1 });

const toCall = ({ _id, org, request_id: requestId, at }: UnpaidDocument): UnpaidCall => ({
  organizationId: org,
  mediaId: _id,
  requestId,
  atMs: at.getTime(),
});

/** Indexes must be synced after the store is made and before it is used. */
export const createMongoUnpaidCallStore = (connection: Connection): UnpaidCallStore => {
  const calls = connection.model<UnpaidDocument>("MediaUnpaidCall", unpaidSchema);
  return {
    async add({ organizationId, mediaId, requestId, atMs }) {
      await calls.create({ _id: mediaId, org: organizationId, request_id: requestId, at: new Date(atMs) });
    },
    async remove(mediaId) {
      await calls.deleteOne({ _id: mediaId });
    },
    async putOff(mediaId, atMs) {
      await calls.updateOne({ _id: mediaId }, { at: new Date(atMs) });
    },
    before: async (atMs, limit) =>
      (
        await calls
          .find({ at: { $lt: new Date(atMs) } })
          .sort({ at: 1 })
          .limit(limit)
          .lean<UnpaidDocument[]>()
      ).map(toCall),
  };
};
