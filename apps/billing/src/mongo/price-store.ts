import type { PriceUnit } from "@cenote/catalog";
import { upserted } from "@cenote/mongo";
import { type Connection, Schema } from "mongoose";
import type { PriceLine, PriceRow, PriceStore } from "../pricing/price-store";

interface LineFields {
  readonly unit: PriceUnit;
  readonly variant: string;
  readonly usd_each: string;
}

interface PriceDocument {
  /** The model's id. */
  readonly _id: string;
  readonly version: string;
  readonly markup: string;
  readonly lines: readonly LineFields[];
  /** Absent in rows of earlier versions. */
  readonly former?: readonly (LineFields & { readonly version: string; readonly markup: string })[];
}

const priceSchema = new Schema<PriceDocument>(
  {
    _id: { type: String, required: true },
    version: { type: String, required: true },
    markup: { type: String, required: true },
    lines: [new Schema({ unit: String, variant: String, usd_each: String }, { _id: false })],
    former: [
      new Schema({ unit: String, variant: String, usd_each: String, version: String, markup: String }, { _id: false }),
    ],
  },
  { collection: "model_prices", versionKey: false, strict: "throw" },
);

const toLine = ({ unit, variant, usd_each: usdEach }: LineFields): PriceLine => ({ unit, variant, usdEach });

const toRow = ({ _id, version, markup, lines, former = [] }: PriceDocument): PriceRow => ({
  model: _id,
  version,
  markup,
  lines: lines.map(toLine),
  former: former.map((line) => ({ ...toLine(line), version: line.version, markup: line.markup })),
});

const lineFields = ({ unit, variant, usdEach }: PriceLine): LineFields => ({ unit, variant, usd_each: usdEach });

const fieldsOf = ({ version, markup, lines, former }: PriceRow): Omit<PriceDocument, "_id"> => ({
  version,
  markup,
  lines: lines.map(lineFields),
  former: former.map((line) => ({ ...lineFields(line), version: line.version, markup: line.markup })),
});

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
      const upserts = rows.map((row) => ({
        updateOne: { filter: { _id: row.model }, update: { $set: fieldsOf(row) }, upsert: true },
      }));
      await upserted(() => prices.bulkWrite(upserts, { ordered: false }));
    },
  };
};
