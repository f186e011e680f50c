import { driverCollection, isInserted } from "@cenote/mongo";
import { type Connection, mongo, Schema } from "mongoose";
import type { IdempotencyRecord, RecordChanges } from "../record";
import type { IdempotencyStore } from "../store";

interface RecordDocument {
  readonly _id: string;
  readonly org: string;
  readonly fingerprint: string;
  readonly secret_id: string;
  readonly request_id: string;
  readonly state: IdempotencyRecord["state"];
  readonly tag: string;
  readonly locked_until: Date;
  readonly expires: Date;
  readonly charge?: mongo.Binary;
  readonly receipt?: mongo.Binary;
  readonly answer?: mongo.Binary;
  readonly withheld?: NonNullable<IdempotencyRecord["withheld"]>;
}

const TIMEOUT_MS = 5_000;

const recordSchema = new Schema<RecordDocument>(
  {
    _id: { type: String, required: true },
    org: { type: String, required: true },
    expires: { type: Date, required: true },
  },
  { collection: "idempotency", versionKey: false, strict: false },
).index({ expires: 1 }, { expireAfterSeconds: 0 });

/**
 * Records in MongoDB, which removes expired ones by a TTL index. Sync the indexes after creating the store and before using
 * it. Calls the driver without mongoose, because only this file creates the documents.
 */
export const createMongoIdempotencyStore = (connection: Connection): IdempotencyStore => {
  const records = driverCollection(connection.model<RecordDocument>("IdempotencyRecord", recordSchema));
  const writing = { writeConcern: { w: "majority", journal: true, wtimeoutMS: TIMEOUT_MS } } as const;
  return {
    insert: (record) => isInserted(records.insertOne(toDocument(record), writing)),
    async find(id) {
      const document = await records.findOne({ _id: id }, { maxTimeMS: TIMEOUT_MS });
      return document === null ? undefined : toRecord(document);
    },
    update: async (id, tag, changes) =>
      (await records.updateOne({ _id: id, tag }, { $set: toFields(changes) }, writing)).matchedCount === 1,
    remove: async (id, tag) => (await records.deleteOne({ _id: id, tag }, writing)).deletedCount === 1,
  };
};

const toBinary = (bytes: Buffer): mongo.Binary => new mongo.Binary(bytes);

const toBuffer = (bytes: mongo.Binary | undefined): Buffer | undefined =>
  bytes === undefined ? undefined : Buffer.from(bytes.buffer.buffer, bytes.buffer.byteOffset, bytes.position);

const toFields = (changes: RecordChanges): Partial<RecordDocument> => ({
  tag: changes.tag,
  ...(changes.fingerprint !== undefined && { fingerprint: changes.fingerprint }),
  ...(changes.secretId !== undefined && { secret_id: changes.secretId }),
  ...(changes.requestId !== undefined && { request_id: changes.requestId }),
  ...(changes.state !== undefined && { state: changes.state }),
  ...(changes.lockedUntilMs !== undefined && { locked_until: new Date(changes.lockedUntilMs) }),
  ...(changes.expiresAtMs !== undefined && { expires: new Date(changes.expiresAtMs) }),
  ...(changes.charge !== undefined && { charge: toBinary(changes.charge) }),
  ...(changes.receipt !== undefined && { receipt: toBinary(changes.receipt) }),
  ...(changes.answer !== undefined && { answer: toBinary(changes.answer) }),
  ...(changes.withheld !== undefined && { withheld: changes.withheld }),
});

const toDocument = (record: IdempotencyRecord): RecordDocument =>
  ({ _id: record.id, org: record.organizationId, ...toFields(record) }) as RecordDocument;

const toRecord = (document: RecordDocument): IdempotencyRecord => ({
  id: document._id,
  organizationId: document.org,
  fingerprint: document.fingerprint,
  secretId: document.secret_id,
  requestId: document.request_id,
  state: document.state,
  tag: document.tag,
  lockedUntilMs: document.locked_until.getTime(),
  expiresAtMs: document.expires.getTime(),
  charge: toBuffer(document.charge),
  receipt: toBuffer(document.receipt),
  answer: toBuffer(document.answer),
  withheld: document.withheld,
});
