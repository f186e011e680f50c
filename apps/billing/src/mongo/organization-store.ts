import { oldestAfter } from "@cenote/mongo";
import { type Connection, Schema } from "mongoose";
import { type AlertDocument, alertSchema, alertUpdate, toAlert, toAlertDocument } from "./alert-document";
import { limitFields, limitsSchema, limitsUpdate, toLimits, type LimitsDocument } from "./limits-document";
import { NO_LIMITS } from "../limits/limits-in-force";
import type { OrganizationChange, OrganizationRow, OrganizationStore } from "../organizations/organization-store";

interface OrganizationDocument {
  readonly _id: string;
  readonly name: string;
  readonly zdr: boolean;
  readonly limits?: LimitsDocument;
  readonly balance_alert?: AlertDocument;
  readonly suspension?: { readonly since: Date; readonly note: string };
  readonly created: Date;
  readonly revision: number;
  readonly changed?: Date;
  /** Nano-pesos; absent once posted to the ledger. */
  readonly promised_credit?: string;
  /** Absent if an earlier version posted the free credit, or if it was zero. */
  readonly has_journal?: boolean;
}

const organizationSchema = new Schema<OrganizationDocument>(
  {
    _id: { type: String, required: true },
    name: { type: String, required: true },
    zdr: { type: Boolean, required: true },
    limits: limitsSchema,
    balance_alert: alertSchema,
    suspension: new Schema({ since: Date, note: String }, { _id: false }),
    created: { type: Date, required: true },
    revision: { type: Number, required: true },
    changed: Date,
    promised_credit: String,
    has_journal: Boolean,
  },
  { collection: "organizations", versionKey: false, strict: "throw" },
)
  .index({ created: 1, _id: 1 })
  .index({ changed: 1 }, { sparse: true })
  .index({ promised_credit: 1 }, { sparse: true })
  .index({ "balance_alert.due": 1 }, { sparse: true });

/** Sync the indexes after creating the store and before using it. */
export const createMongoOrganizationStore = (connection: Connection): OrganizationStore => {
  const organizations = connection.model<OrganizationDocument>("Organization", organizationSchema);
  return {
    async insert({ id, createdAtMs, name, zdr, limits, revision }, promisedCredit) {
      await organizations.create({
        _id: id,
        name,
        zdr,
        ...limitFields(limits),
        revision,
        created: new Date(createdAtMs),
        promised_credit: promisedCredit,
      });
    },
    async find(id) {
      const document = await organizations.findOne({ _id: id }).lean<OrganizationDocument>();
      return document === null ? undefined : toRow(document);
    },
    async list(after, limit) {
      return (
        await organizations
          .find(after === undefined ? {} : oldestAfter(after))
          .sort({ created: 1, _id: 1 })
          .limit(limit)
          .lean<OrganizationDocument[]>()
      ).map(toRow);
    },
    async change(id, { zdr, limits = NO_LIMITS, balanceAlert, suspension }, atMs) {
      const { set, unset } = limitsUpdate(limits);
      const alert = alertUpdate(balanceAlert);
      const suspending = suspensionUpdate(suspension);
      await organizations.updateOne(
        { _id: id },
        {
          $set: {
            ...(zdr !== undefined && { zdr }),
            ...set,
            ...alert.set,
            ...suspending.set,
            changed: new Date(atMs),
          },
          $unset: { ...unset, ...alert.unset, ...suspending.unset },
          $inc: { revision: 1 },
        },
      );
    },
    async changeAlert({ id, revision }, alert, atMs) {
      const { matchedCount } = await organizations.updateOne(
        { _id: id, revision, balance_alert: { $exists: true } },
        { $set: { balance_alert: toAlertDocument(alert), changed: new Date(atMs) }, $inc: { revision: 1 } },
      );
      return matchedCount === 1;
    },
    withAlert: async (after, limit) =>
      (
        await organizations
          .find({ _id: { $gt: after }, "balance_alert.url": { $exists: true } })
          .sort({ _id: 1 })
          .limit(limit)
          .lean<OrganizationDocument[]>()
      ).map(toRow),
    withDueAlert: async (nowMs, limit) =>
      (
        await organizations
          .find({ "balance_alert.due": { $lte: new Date(nowMs) } })
          .limit(limit)
          .lean<OrganizationDocument[]>()
      ).map(toRow),
    changedSince: async (sinceMs) =>
      (await organizations.find({ changed: { $gte: new Date(sinceMs) } }).lean<OrganizationDocument[]>()).map(toRow),
    async promisedCredits(limit) {
      const documents = await organizations
        .find({ promised_credit: { $exists: true } })
        .limit(limit)
        .lean<OrganizationDocument[]>();
      return documents.map(({ _id, promised_credit: amount = "0" }) => ({ organizationId: _id, amount }));
    },
    async markCredited(id, hasJournal) {
      await organizations.updateOne(
        { _id: id },
        { $unset: { promised_credit: 1 }, ...(hasJournal && { $set: { has_journal: true } }) },
      );
    },
  };
};

const suspensionUpdate = (change: OrganizationChange["suspension"]) => {
  if (change === undefined) return {};
  if (change === "none") return { unset: { suspension: 1 } as const };
  return { set: { suspension: { since: new Date(change.sinceMs), note: change.note } } };
};

const toRow = ({
  _id,
  created,
  name,
  zdr,
  limits,
  balance_alert: alert,
  suspension,
  revision,
  has_journal: hasJournal,
}: OrganizationDocument): OrganizationRow => ({
  id: _id,
  name,
  zdr,
  limits: toLimits(limits),
  balanceAlert: toAlert(alert),
  suspension: suspension && { sinceMs: suspension.since.getTime(), note: suspension.note },
  revision,
  createdAtMs: created.getTime(),
  ...(hasJournal !== undefined && { hasJournal }),
});
