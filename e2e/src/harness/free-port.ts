import { randomInt } from "node:crypto";
import { createServer, type Server } from "node:net";

/**
 * Below the kernel's range for outgoing connections: a port that is free now stays free while a killed system restarts.
 */
const LOWEST = 20_000;
const HIGHEST = 32_000;
const TRIES = 100;

/**
 * A port on which nothing listens, and which no other suite on this machine gets while this one runs, because its
 * server may start later, or restart. Ports come in pairs: the upper one is bound to mark the lower one as taken.
 */
export const freePort = async (): Promise<number> => {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = LOWEST + 2 * randomInt((HIGHEST - LOWEST) / 2);
    const sign = await listenAt(port + 1);
    if (sign === undefined) continue;
    const found = await listenAt(port);
    if (found === undefined) {
      sign.close();
      continue;
    }
    // Released when the process ends.
    sign.unref();
    await new Promise((resolve) => {
      found.close(resolve);
    });
    return port;
  }
  throw new Error(`no free port found between ${LOWEST} and ${HIGHEST}`);
};

const listenAt = (port: number): Promise<Server | undefined> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => {
      resolve(undefined);
    });
    server.listen(port, "127.0.0.1", () => {
      resolve(server);
    });
  });
