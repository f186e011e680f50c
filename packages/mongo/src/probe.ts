import { mongo } from "mongoose";
import { localUri } from "./local-uri";

const ANSWER_LIMIT_MS = 10_000;
/** InternalError, which a server answers when its storage engine has given up. */
const INTERNAL_ERROR = 1;

/** `broken` where it answered that it can't read. A `silent` one may be slow. */
export type ProbeAnswer = "well" | "broken" | "silent";

/** Asks a server on this machine, over a connection of its own. */
export interface Probe {
  ask(): Promise<ProbeAnswer>;
  close(): Promise<void>;
}

/** A server whose storage engine has given up still answers a ping, so this looks for a document that is not there. */
export const createProbe = (port: number, database: string): Probe => {
  const client = new mongo.MongoClient(localUri(port, database), {
    maxPoolSize: 1,
    serverSelectionTimeoutMS: ANSWER_LIMIT_MS,
    socketTimeoutMS: ANSWER_LIMIT_MS,
    appName: "cenote-probe",
  });
  return {
    async ask() {
      try {
        await client.db().collection<{ _id: string }>("probe").findOne({ _id: "none" });
        return "well";
      } catch (error) {
        // A server that refuses for another reason is alive.
        if (error instanceof mongo.MongoServerError) return error.code === INTERNAL_ERROR ? "broken" : "well";
        return "silent";
      }
    },
    close: () => client.close(),
  };
};
