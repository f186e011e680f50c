import { nanoMxn, newestFirst } from "@cenote/core";
import { type Connection, Schema } from "mongoose";
import type { BudgetPeriod } from "../keys/key-budget";
import type { KeyRestrictions, RestrictionChanges } from "../keys/key-restrictions";
import type { KeyRow, KeyStore } from "../keys/key-store";
import { limitFields, type LimitsDocument, limitsSchema, limitsUpdate, toLimits } from "./limits-document";

interface KeyDocument {
  readonly _id: string;
  readonly org: string;
  readonly name: string;
  readonly digest: string;
  readonly hint: string;
  readonly limits?: LimitsDocument;
  readonly budget?: {
    /** Decimal digits. */
    readonly limit_nano_mxn: string;
    readonly period: BudgetPeriod;
  };
  /** Set with the first total budget, and never removed. */
  readonly had_total_budget?: true;
  readonly expires?: Date;
  readonly models?: readonly string[];
  readonly networks?: readonly string[];
  readonly created: Date;
  readonly revoked?: Date;
  /** When name, limits or restrictions were changed. Both fields are absent before the first change. */
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
    budget: { type: new Schema({ limit_nano_mxn: String, period: String }, { _id: false }) },
    had_total_budget: Boolean,
    expires: Date,
    models: { type: [String], default: undefined },
    networks: { type: [String], default: undefined },
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

/** Sync the indexes after creating the store and before using it. */
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
    async list(organizationId, maxEnded, nowMs) {
      const newest = (filter: object) => keys.find({ org: organizationId, ...filter }).sort({ created: -1, _id: -1 });
      const found = await Promise.all([
        newest(works(nowMs)).lean<KeyDocument[]>(),
        newest(hasEnded(nowMs)).limit(maxEnded).lean<KeyDocument[]>(),
      ]);
      return found.flat().map(toRow).sort(newestFirst);
    },
    countWorking: (organizationId, nowMs) => keys.countDocuments({ org: organizationId, ...works(nowMs) }),
    countTotalBudgets: (organizationId) => keys.countDocuments({ org: organizationId, had_total_budget: true }),
    async revoke(id, atMs) {
      await keys.updateOne({ _id: id, revoked: { $exists: false } }, { $set: { revoked: new Date(atMs) } });
    },
    async change(id, { name, limits, restrictions = {} }, atMs) {
      const { set, unset } = limitsUpdate(limits);
      const restricted = restrictionsUpdate(restrictions);
      await keys.updateOne(
        { _id: id, revoked: { $exists: false } },
        {
          $set: { ...set, ...restricted.set, ...(name !== undefined && { name }), changed: new Date(atMs) },
          $unset: { ...unset, ...restricted.unset },
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

const works = (nowMs: number) => ({
  revoked: { $exists: false },
  $or: [{ expires: { $exists: false } }, { expires: { $gt: new Date(nowMs) } }],
});

const hasEnded = (nowMs: number) => ({ $or: [{ revoked: { $exists: true } }, { expires: { $lte: new Date(nowMs) } }] });

const restrictionFields = ({ budget, expiresAtMs, models = [], networks = [] }: RestrictionChanges) => ({
  ...(budget && { budget: { limit_nano_mxn: String(budget.limit), period: budget.period } }),
  ...(budget?.period === "total" && { had_total_budget: true as const }),
  ...(typeof expiresAtMs === "number" && { expires: new Date(expiresAtMs) }),
  ...(models.length > 0 && { models }),
  ...(networks.length > 0 && { networks }),
});

/** For `$set` and `$unset`. */
const restrictionsUpdate = (changes: RestrictionChanges) => ({
  set: restrictionFields(changes),
  unset: {
    ...(changes.budget === null && { budget: 1 as const }),
    ...(changes.expiresAtMs === null && { expires: 1 as const }),
    ...(changes.models?.length === 0 && { models: 1 as const }),
    ...(changes.networks?.length === 0 && { networks: 1 as const }),
  },
});

const toRestrictions = ({ budget, expires, models = [], networks = [] }: KeyDocument): KeyRestrictions => ({
  budget: budget === undefined ? undefined : { limit: nanoMxn(BigInt(budget.limit_nano_mxn)), period: budget.period },
  expiresAtMs: expires?.getTime(),
  models,
  networks,
});

const toDocument = ({
  id,
  organizationId,
  createdAtMs,
  revokedAtMs,
  name,
  digest,
  hint,
  limits,
  restrictions,
}: KeyRow): KeyDocument => ({
  _id: id,
  org: organizationId,
  name,
  digest,
  hint,
  ...limitFields(limits),
  ...restrictionFields(restrictions),
  created: new Date(createdAtMs),
  ...(revokedAtMs !== undefined && { revoked: new Date(revokedAtMs) }),
});

const toRow = (document: KeyDocument): KeyRow => ({
  id: document._id,
  organizationId: document.org,
  name: document.name,
  digest: document.digest,
  hint: document.hint,
  limits: toLimits(document.limits),
  restrictions: toRestrictions(document),
  createdAtMs: document.created.getTime(),
  revokedAtMs: document.revoked?.getTime(),
  revision: document.revision ?? 0,
});
