import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** An HTTP server on this machine, on any free port. */
export interface LoopbackServer {
  readonly url: string;
  readonly port: number;
  /** Breaks its connections. */
  readonly stop: () => Promise<void>;
}

export const listenOnLoopback = async (server: Server): Promise<LoopbackServer> => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    async stop() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};

/** @param answer Called once the whole body has arrived. */
export const serveOnLoopback = (
  answer: (request: IncomingMessage, body: Buffer, response: ServerResponse) => void,
): Promise<LoopbackServer> =>
  listenOnLoopback(
    createServer((request, response) => {
      const chunks: Buffer[] = [];
      request
        .on("data", (chunk: Buffer) => chunks.push(chunk))
        .on("end", () => {
          answer(request, Buffer.concat(chunks), response);
        });
    }),
  );
