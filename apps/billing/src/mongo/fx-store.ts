import { upserted } from "@cenote/mongo";
import { type Connection, Schema } from "mongoose";
import type { FxRateSource } from "../pricing/fx-rate";
import type { FxStore } from "../pricing/fx-store";

interface FxDocument {
  readonly _id: "operator" | "configured" | "quoted";
  readonly at: Date;
  readonly mxn_per_usd?: string;
  readonly signature?: string;
  readonly source?: FxRateSource;
  readonly checked?: Date;
  readonly seen?: Date;
}

const fxSchema = new Schema<FxDocument>(
  {
    _id: { type: String, required: true },
    at: { type: Date, required: true },
    mxn_per_usd: String,
    signature: String,
    source: String,
    checked: Date,
    seen: Date,
  },
  { collection: "fx", versionKey: false, strict: "throw" },
);

export const createMongoFxStore = (connection: Connection): FxStore => {
  const fx = connection.model<FxDocument>("Fx", fxSchema);

  const write = ({ _id, ...fields }: FxDocument): Promise<void> =>
    upserted(() => fx.updateOne({ _id }, { $set: fields }, { upsert: true }));

  return {
    async read() {
      const documents = await fx.find().lean<FxDocument[]>();
      const rows = documents.map(
        ({ _id, at, mxn_per_usd: mxnPerUsd = "", signature = "", source = "url", checked = at, seen }) => {
          const row = { mxnPerUsd, signature, source, atMs: at.getTime(), checkedAtMs: checked.getTime() };
          return [_id, seen === undefined ? row : { ...row, seenAtMs: seen.getTime() }] as const;
        },
      );
      return Object.fromEntries(rows);
    },
    writeOperator: ({ mxnPerUsd, atMs }) => write({ _id: "operator", mxn_per_usd: mxnPerUsd, at: new Date(atMs) }),
    async writeConfigured({ signature, atMs, seenAtMs = atMs }, instead) {
      const _id = "configured";
      const fields = { signature, at: new Date(atMs), seen: new Date(seenAtMs) };
      if (instead === undefined) return write({ _id, ...fields });
      await fx.updateOne({ _id, signature: instead.signature, at: new Date(instead.atMs) }, { $set: fields });
    },
    writeQuoted: ({ signature, source, mxnPerUsd, atMs, checkedAtMs }) =>
      write({
        _id: "quoted",
        signature,
        source,
        mxn_per_usd: mxnPerUsd,
        at: new Date(atMs),
        checked: new Date(checkedAtMs),
      }),
  };
};
