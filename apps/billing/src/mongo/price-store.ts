import type { PriceUnit } from "@cenote/catalog";
import { isDuplicateKey } from "@cenote/mongo";
import { type Connection, Schema } from "mongoose";
import type { PriceRow, PriceStore } from "../pricing/price-store";

interface PriceDocument {
  /** The model's id. */
  readonly _id: string;
  readonly version: string;
  readonly markup: string;
  readonly lines: readonly { readonly unit: PriceUnit; readonly variant: string; readonly usd_each: string }[];
}

const priceSchema = new Schema<PriceDocument>({
  _id: { type: String, required: true },
  version: { type: String, required: true },
  markup: { type: String, required: true },
  lines: [new Schema({ unit: String, variant: String, usd_each: String }, { _id: false })],
}, { collection: "model_prices", versionKey: false, strict: "throw" });

const toRow = ({ _id, version, markup, lines }: PriceDocument): PriceRow => ({
  model: _id, version, markup, lines: lines.map(({ unit, variant, usd_each: usdEach }) => ({ unit, variant, usdEach })),
});

const fieldsOf = ({ version, markup, lines }: PriceRow) => ({ version, markup, lines: lines.map(({ unit, variant, usdEach }) => ({ unit, variant, usd_each: usdEach })) });

export const createMongoPriceStore = (connection: Connection): PriceStore => {
  const prices = connection.model<PriceDocument>("ModelPrices", priceSchema);
  return {
    async readAll() {
      return (await prices.find().lean<PriceDocument[]>()).map(toRow);
    },
    async find(model) {
      const document = await prices.findById(model).lean<PriceDocument>();
      return document === null ? undefined : toRow(document);
    },
    async write(rows) {
      const upserts = rows.map((row) => ({ updateOne: { filter: { _id: row.model }, update: { $set: fieldsOf(row) }, upsert: true } }));
      const upsert = () => prices.bulkWrite(upserts, { ordered: false });
      try {
        await upsert();
      } catch (error) {
        // Two first writes met; the rows are there now.
        if (!isDuplicateKey(error)) throw error;
        await upsert();
      }
    },
  };
};
