import { mongo } from "mongoose";

/** Error code of an insert whose key exists already; in a bulk, of each such document. */
export const DUPLICATE_KEY = 11_000;

export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof mongo.MongoServerError && error.code === DUPLICATE_KEY;

/** @returns Whether it was inserted; false if its key exists already. */
export const isInserted = (insert: Promise<unknown>): Promise<boolean> =>
  insert.then(
    () => true,
    (error: unknown) => {
      if (isDuplicateKey(error)) return false;
      throw error;
    },
  );

/** Repeats a write after a duplicate key: two upserts met, and the row exists now. */
export const upserted = async (upsert: () => Promise<unknown>): Promise<void> => {
  try {
    await upsert();
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    await upsert();
  }
};
