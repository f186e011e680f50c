import { mongo } from "mongoose";
import { localUri } from "./local-uri";

const ANSWER_LIMIT_MS = 10_000;
/** InternalError, the answer of a server whose storage engine has failed. */
const INTERNAL_ERROR = 1;

/** `broken`: the server answered that it can't read. `silent`: no answer; the server may be slow. */
export type ProbeAnswer = "well" | "broken" | "silent";

/** Probes a server on this machine, over a connection of its own. */
export interface Probe {
  ask(): Promise<ProbeAnswer>;
  close(): Promise<void>;
}

/** A server whose storage engine has failed still answers a ping, so this queries a document that does not exist. */
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
        // A server that answers with another error is alive.
        if (error instanceof mongo.MongoServerError) return error.code === INTERNAL_ERROR ? "broken" : "well";
        return "silent";
      }
    },
    close: () => client.close(),
  };
};
