import type { Model, mongo } from "mongoose";

/** The driver's own collection of a model, which mongoose declares as a class of its own. */
export const driverCollection = <Document extends mongo.Document>(model: Model<Document>): mongo.Collection<Document> =>
  model.collection as unknown as mongo.Collection<Document>;
