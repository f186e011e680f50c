import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Below the range the kernel takes outgoing ports from: what is free now stays free while a killed system restarts. */
const LOWEST = 20_000;
const HIGHEST = 32_000;
const TRIES = 100;

export const freePort = async (): Promise<number> => {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = randomInt(LOWEST, HIGHEST);
    if (await isFree(port)) return port;
  }
  throw new Error(`no free port found between ${LOWEST} and ${HIGHEST}`);
};

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => { resolve(false); });
    server.listen(port, "127.0.0.1", () => server.close(() => { resolve(true); }));
  });
