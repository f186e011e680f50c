import { isDuplicateKey } from "@cenote/mongo";
import type { mongo } from "mongoose";
import type { Checkpoints } from "../ledger/store";
import { READING, WRITING } from "./ledger-concerns";
import { type CheckpointDocument, toCheckpoint, toCheckpointDocument } from "./ledger-documents";

export const createMongoCheckpoints = (checkpoints: mongo.Collection<CheckpointDocument>): Checkpoints => ({
  async readCheckpoint(organizationId) {
    const document = await checkpoints.findOne({ _id: organizationId }, READING);
    return document === null ? undefined : toCheckpoint(document);
  },
  async writeCheckpoint(checkpoint) {
    const { _id, ...fields } = toCheckpointDocument(checkpoint);
    try {
      await checkpoints.updateOne(
        { _id, seq: { $lt: checkpoint.seq } },
        { $set: fields },
        { ...WRITING, upsert: true },
      );
    } catch (error) {
      // The filter did not match, so the upsert collided with the stored, newer checkpoint.
      if (!isDuplicateKey(error)) throw error;
    }
  },
});
