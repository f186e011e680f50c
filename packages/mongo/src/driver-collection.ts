import type { Model, mongo } from "mongoose";

/** The driver's collection of a model. Mongoose declares it as a class of its own, hence the cast. */
export const driverCollection = <Document extends mongo.Document>(model: Model<Document>): mongo.Collection<Document> =>
  model.collection as unknown as mongo.Collection<Document>;
