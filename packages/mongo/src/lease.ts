import { type Socket, connect } from "node:net";
import { createInterface } from "node:readline";
import type { KeeperMessage, KeeperRecord } from "./keeper.mjs" with { "resolution-mode": "import" };

/** A lease on a kept server, which runs as long as there is one. */
export interface Lease {
  readonly record: KeeperRecord;
  /** Resolves when the server ends by itself, with the cause; with undefined if the lease was given back first. */
  readonly ended: Promise<string | undefined>;
  /** Resolves when the keeper has closed the lease; for an exclusive server, when the server has stopped. */
  giveBack(): Promise<void>;
}

const ANSWER_LIMIT_MS = 5_000;

/**
 * @param recordFile Identifies the server: another keeper may listen on the same port.
 * @returns `busy` if another process holds the exclusive lease; `gone` if no keeper of this record listens; `silent` if
 * the listener does not answer, or this process was suspended. Throws if the keeper could not start its server.
 */
export const takeLease = (keeperPort: number, recordFile: string): Promise<Lease | "busy" | "gone" | "silent"> =>
  new Promise((resolve, reject) => {
    const socket: Socket = connect({ port: keeperPort, host: "127.0.0.1", allowHalfOpen: true });
    const ended = Promise.withResolvers<string | undefined>();
    const closed = Promise.withResolvers<void>();
    socket.setTimeout(ANSWER_LIMIT_MS, () => {
      resolve("silent");
      socket.destroy();
    });
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      resolve("gone");
      ended.resolve("its keeper ended");
      closed.resolve();
    });
    socket.on("end", () => socket.end());
    const giveBack = () => {
      ended.resolve(undefined);
      socket.ref().end();
      return closed.promise;
    };
    createInterface({ input: socket })
      .on("line", (line) => {
        const message = parse(line);
        if (message?.type === "ended") {
          ended.resolve(message.how);
          reject(new Error(message.how));
        } else if (message?.recordFile !== recordFile) socket.destroy();
        else if (message.type === "busy") resolve("busy");
        else {
          socket.setTimeout(0).unref();
          resolve({ record: message.record, ended: ended.promise, giveBack });
        }
      })
      .on("error", () => {});
  });

const parse = (line: string): KeeperMessage | undefined => {
  try {
    return JSON.parse(line) as KeeperMessage;
  } catch {
    return undefined;
  }
};
