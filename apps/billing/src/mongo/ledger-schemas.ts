import { driverCollection } from "@cenote/mongo";
import { type Connection, type mongo, Schema } from "mongoose";
import type { BlockDocument, CheckpointDocument, UsageDayDocument } from "./ledger-documents";

export const KEY_LOCK = "org_1_keys_1";

/**
 * Ids and the unique index are the ledger's locks. An id consists of organization and seq, so there is one block per seq.
 * The index allows one posting per key.
 */
const blockSchema = new Schema(
  {
    _id: String,
    org: { type: String, required: true },
    seq: { type: Number, required: true },
    at: { type: Date, required: true },
    entries: [String],
    /** Of its postings. A block without postings has a filler key, because the index covers every block. */
    keys: { type: [String], required: true },
    balance: { type: BigInt, required: true },
    held: { type: BigInt, required: true },
    prev_hash: { type: String, required: true },
    hash: { type: String, required: true },
  },
  { collection: "ledger_blocks", versionKey: false, strict: "throw" },
).index({ org: 1, keys: 1 }, { unique: true, name: KEY_LOCK });

const checkpointSchema = new Schema(
  {
    _id: String,
    seq: { type: Number, required: true },
    hash: { type: String, required: true },
    balance: { type: BigInt, required: true },
    held: { type: BigInt, required: true },
    open_holds: [
      new Schema(
        { call_id: String, amount: BigInt, expires_at: Date, budget_ids: { type: [String], default: undefined } },
        { _id: false },
      ),
    ],
    budgets: [new Schema({ id: String, limit: BigInt, spent: BigInt, expires_at: Date }, { _id: false })],
  },
  { collection: "ledger_checkpoints", versionKey: false, strict: "throw" },
);

const usageSums = {
  calls: Number,
  failed_calls: Number,
  input_tokens: BigInt,
  cached_input_tokens: BigInt,
  output_tokens: BigInt,
  images: BigInt,
  seconds: BigInt,
  cost: BigInt,
};

const usageDaySchema = new Schema(
  {
    _id: String,
    org: { type: String, required: true },
    day: { type: String, required: true },
    through_seq: { type: Number, required: true },
    rows: [new Schema({ model: String, ...usageSums }, { _id: false })],
    keys: [new Schema({ key_id: String, ...usageSums }, { _id: false })],
  },
  { collection: "usage_days", versionKey: false, strict: "throw" },
).index({ org: 1, through_seq: -1 });

export interface LedgerCollections {
  readonly blocks: mongo.Collection<BlockDocument>;
  readonly checkpoints: mongo.Collection<CheckpointDocument>;
  readonly usageDays: mongo.Collection<UsageDayDocument>;
}

/**
 * Registers the ledger's collections with the connection. Mongoose only creates their indexes. Only the ledger's stores
 * create the documents, and hydration and validation by mongoose would cost more than the ledger.
 */
export const ledgerCollections = (connection: Connection): LedgerCollections => ({
  blocks: driverCollection(connection.model<BlockDocument>("LedgerBlock", blockSchema)),
  checkpoints: driverCollection(connection.model<CheckpointDocument>("LedgerCheckpoint", checkpointSchema)),
  usageDays: driverCollection(connection.model<UsageDayDocument>("UsageDay", usageDaySchema)),
});
