import { once } from "node:events";
import { type IncomingMessage, createServer } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, type Socket, connect } from "node:net";

export interface ConnectProxy {
  /** `host:port` it listens on. */
  readonly host: string;
  /** Requested hosts, as `host:port`. */
  readonly asked: readonly string[];
  /** The credentials of each request; undefined if it had none. */
  readonly credentials: readonly (string | undefined)[];
  close(): Promise<void>;
}

/**
 * A proxy that connects to the requested port of 127.0.0.1, whatever host is requested.
 * @param answer Writes another answer instead, if it returns true.
 * @param tls Makes the proxy accept connections over TLS.
 */
export const createConnectProxy = async (
  port: number,
  answer: (socket: Socket) => boolean = () => false,
  tls?: { readonly cert: string; readonly key: string },
): Promise<ConnectProxy> => {
  const asked: string[] = [];
  const credentials: (string | undefined)[] = [];
  const open = new Set<Socket>();
  const keep = (socket: Socket) => {
    open.add(socket);
    socket
      .on("error", () => {})
      .on("close", () => {
        open.delete(socket);
      });
  };
  const server = tls === undefined ? createServer() : createSecureServer(tls);
  server.on("connect", (request: IncomingMessage, socket: Socket) => {
    asked.push(request.url ?? "");
    credentials.push(request.headers["proxy-authorization"]);
    keep(socket);
    if (answer(socket)) return;
    const onward = connect(port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      onward.pipe(socket).pipe(onward);
    });
    keep(onward);
    socket.on("close", () => {
      onward.destroy();
    });
    onward.on("close", () => {
      socket.destroy();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    credentials,
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
};
