import { mongo } from "mongoose";

/** What an insert is refused with whose key stands already. In a bulk it is the code of each document that was refused for it. */
export const DUPLICATE_KEY = 11_000;

export const isDuplicateKey = (error: unknown): boolean => error instanceof mongo.MongoServerError && error.code === DUPLICATE_KEY;

/** @returns Whether it was inserted: false where its key stands already. */
export const isInserted = (insert: Promise<unknown>): Promise<boolean> =>
  insert.then(() => true, (error: unknown) => {
    if (isDuplicateKey(error)) return false;
    throw error;
  });
