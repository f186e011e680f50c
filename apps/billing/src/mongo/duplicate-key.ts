import { mongo } from "mongoose";

export const DUPLICATE_KEY = 11_000;

export const isDuplicateKey = (error: unknown): boolean => error instanceof mongo.MongoServerError && error.code === DUPLICATE_KEY;
