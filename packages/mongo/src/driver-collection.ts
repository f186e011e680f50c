import type { Model, mongo } from "mongoose";

/** The driver's own collection of a model: mongoose declares another class for it, with the methods that it replaces. */
export const driverCollection = <Document extends mongo.Document>(model: Model<Document>): mongo.Collection<Document> =>
  model.collection as unknown as mongo.Collection<Document>;
