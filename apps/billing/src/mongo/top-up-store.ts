import { nanoMxn } from "@cenote/core";
import { newestAfter } from "@cenote/mongo";
import { type Connection, Schema } from "mongoose";
import type { TopUp, TopUpChange, TopUpState } from "../top-ups/top-up";
import type { TopUpStore } from "../top-ups/top-up-store";

interface TopUpDocument {
  readonly _id: string;
  readonly org: string;
  /** Nano-pesos, in digits; `refunded` too. */
  readonly amount: string;
  readonly refunded: string;
  readonly state: TopUpState;
  readonly checkout?: { readonly id: string; readonly url: string };
  readonly payment_id?: string;
  readonly created: Date;
  readonly expires: Date;
  readonly ended?: Date;
  readonly looked: Date;
  /** Absent once it has ended. */
  readonly due?: Date;
  readonly version: number;
}

const schema = new Schema<TopUpDocument>(
  {
    _id: { type: String, required: true },
    org: { type: String, required: true },
    amount: { type: String, required: true },
    refunded: { type: String, required: true },
    state: { type: String, required: true },
    checkout: { type: new Schema({ id: String, url: String }, { _id: false }) },
    payment_id: String,
    created: { type: Date, required: true },
    expires: { type: Date, required: true },
    ended: Date,
    looked: { type: Date, required: true },
    due: Date,
    version: { type: Number, required: true },
  },
  { collection: "top_ups", versionKey: false, strict: "throw" },
)
  .index({ org: 1, created: -1, _id: -1 })
  .index({ payment_id: 1 }, { sparse: true })
  .index({ due: 1 }, { sparse: true });

/** Sync the indexes after creating the store and before using it. */
export const createMongoTopUpStore = (connection: Connection): TopUpStore => {
  const topUps = connection.model<TopUpDocument>("TopUp", schema);
  const one = async (filter: { readonly _id: string } | { readonly payment_id: string }) => {
    const document = await topUps.findOne(filter).lean<TopUpDocument>();
    return document === null ? undefined : toTopUp(document);
  };
  return {
    async insert(topUp) {
      await topUps.create(toDocument(topUp));
    },
    find: (id) => one({ _id: id }),
    findByPayment: (paymentId) => one({ payment_id: paymentId }),
    async update(topUp, change) {
      const { matchedCount } = await topUps.updateOne(
        { _id: topUp.id, version: topUp.version },
        { ...toUpdate(change), $inc: { version: 1 } },
      );
      return matchedCount === 1 ? { ...topUp, ...change, version: topUp.version + 1 } : undefined;
    },
    countWaiting: (organizationId) => topUps.countDocuments({ org: organizationId, due: { $exists: true } }),
    async list(organizationId, { after, limit }) {
      const documents = await topUps
        .find({ org: organizationId, ...(after && newestAfter(after)) })
        .sort({ created: -1, _id: -1 })
        .limit(limit)
        .lean<TopUpDocument[]>();
      return documents.map(toTopUp);
    },
    due: async (nowMs, limit) =>
      (
        await topUps
          .find({ due: { $lte: new Date(nowMs) } })
          .sort({ due: 1 })
          .limit(limit)
          .lean<TopUpDocument[]>()
      ).map(toTopUp),
  };
};

const dateOf = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms));

const toUpdate = (change: TopUpChange) => {
  const { state, checkout, paymentId, refunded, endedAtMs, lookedAtMs, dueAtMs } = change;
  const set = {
    ...(state !== undefined && { state }),
    ...(checkout !== undefined && { checkout }),
    ...(paymentId !== undefined && { payment_id: paymentId }),
    ...(refunded !== undefined && { refunded: String(refunded) }),
    ...(endedAtMs !== undefined && { ended: new Date(endedAtMs) }),
    ...(lookedAtMs !== undefined && { looked: new Date(lookedAtMs) }),
    ...(dueAtMs !== undefined && { due: new Date(dueAtMs) }),
  };
  return { $set: set, ...("dueAtMs" in change && dueAtMs === undefined && { $unset: { due: 1 as const } }) };
};

const toDocument = (topUp: TopUp): TopUpDocument => {
  const [ended, due] = [dateOf(topUp.endedAtMs), dateOf(topUp.dueAtMs)];
  return {
    _id: topUp.id,
    org: topUp.organizationId,
    amount: String(topUp.amount),
    refunded: String(topUp.refunded),
    state: topUp.state,
    ...(topUp.checkout !== undefined && { checkout: topUp.checkout }),
    ...(topUp.paymentId !== undefined && { payment_id: topUp.paymentId }),
    created: new Date(topUp.createdAtMs),
    expires: new Date(topUp.expiresAtMs),
    ...(ended !== undefined && { ended }),
    looked: new Date(topUp.lookedAtMs),
    ...(due !== undefined && { due }),
    version: topUp.version,
  };
};

const toTopUp = (document: TopUpDocument): TopUp => ({
  id: document._id,
  organizationId: document.org,
  amount: nanoMxn(BigInt(document.amount)),
  refunded: nanoMxn(BigInt(document.refunded)),
  state: document.state,
  checkout: document.checkout,
  paymentId: document.payment_id,
  createdAtMs: document.created.getTime(),
  expiresAtMs: document.expires.getTime(),
  endedAtMs: document.ended?.getTime(),
  lookedAtMs: document.looked.getTime(),
  dueAtMs: document.due?.getTime(),
  version: document.version,
});
