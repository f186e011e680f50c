import { isInserted } from "@cenote/mongo";
import { type Connection, Schema } from "mongoose";
import type { DemoStore } from "../demo/demo-store";

interface DemoDocument {
  readonly _id: string;
  readonly claimed_until: Date;
  readonly done: boolean;
  readonly revision: number;
}

const demoSchema = new Schema<DemoDocument>(
  {
    _id: { type: String, required: true },
    claimed_until: { type: Date, required: true },
    done: { type: Boolean, required: true },
    revision: { type: Number, required: true },
  },
  { collection: "demo", versionKey: false, strict: "throw" },
);

const ID = "demo";

export const createMongoDemoStore = (connection: Connection): DemoStore => {
  const demo = connection.model<DemoDocument>("Demo", demoSchema);
  return {
    async read() {
      const document = await demo.findOne({ _id: ID }).lean<DemoDocument>();
      return document === null
        ? undefined
        : { claimedUntilMs: document.claimed_until.getTime(), done: document.done, revision: document.revision };
    },
    async replace({ claimedUntilMs, done, revision }, expected) {
      const fields = { claimed_until: new Date(claimedUntilMs), done, revision };
      if (expected !== undefined)
        return (await demo.updateOne({ _id: ID, revision: expected }, { $set: fields })).matchedCount === 1;
      return isInserted(demo.create({ _id: ID, ...fields }));
    },
  };
};
