import { createServer } from "node:net";

/** A free port of the loopback interface: `preferred` if it is free. */
export const freePort = (preferred = 0): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error) => {
      if (preferred === 0) reject(error);
      else resolve(freePort());
    });
    probe.listen(preferred, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => {
        if (address === null || typeof address === "string") reject(new Error("no port"));
        else resolve(address.port);
      });
    });
  });
