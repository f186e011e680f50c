import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream/promises";

/** A model server on the operator's own machine, without a key. */
export interface Keyless {
  readonly url: string;
  /** Keys that were sent all the same. */
  readonly keys: readonly string[];
  close(): Promise<void>;
}

/** The simulator behind it requires a key like the providers, and gets one here. */
export const startKeyless = async (simulatorUrl: string): Promise<Keyless> => {
  const keys: string[] = [];
  const server = createServer((request, response) => {
    const { authorization } = request.headers;
    if (authorization !== undefined) keys.push(authorization);
    const forward = async () => {
      const body = Buffer.concat((await request.toArray()) as Buffer[]);
      const answer = await fetch(`${simulatorUrl}${request.url ?? ""}`, {
        method: request.method ?? "POST",
        body,
        headers: {
          authorization: "Bearer local",
          "content-type": request.headers["content-type"] ?? "application/json",
        },
      });
      response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
      if (answer.body === null) response.end();
      else await pipeline(answer.body, response);
    };
    forward().catch(() => {
      response.destroy();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keys,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
};
