import { once } from "node:events";
import { type AddressInfo, type Socket, connect, createServer } from "node:net";

/** A way to a server that takes connections and passes nothing on, as if the server stood still. */
export interface StandingStill {
  /** Of the same database, over this way. */
  readonly uri: string;
  /** From now on all passes. */
  readonly goOn: () => void;
  /** Once that much has come from now on, all connections break, and further ones stand still. */
  readonly breakAfter: (bytes: number) => void;
  close(): Promise<void>;
}

/** @param passed How many connections pass before it stands still. */
export const startStandingStill = async (uri: string, passed: number): Promise<StandingStill> => {
  const { hostname, port } = new URL(uri.replace("mongodb:", "http:"));
  const sockets = new Set<Socket>();
  let left = passed;
  let bytesLeft = Infinity;
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on("error", () => {}).on("close", () => sockets.delete(socket));
  };
  const server = createServer((socket) => {
    keep(socket);
    if (left-- <= 0) return;
    socket.on("data", ({ length }) => {
      bytesLeft -= length;
      if (bytesLeft > 0) return;
      left = 0;
      for (const one of sockets) one.resetAndDestroy();
    });
    const onward = keep(connect(Number(port), hostname));
    socket.pipe(onward).pipe(socket);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    uri: uri.replace(`${hostname}:${port}`, `127.0.0.1:${(server.address() as AddressInfo).port}`),
    goOn: () => {
      left = Infinity;
    },
    breakAfter: (bytes) => {
      bytesLeft = bytes;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
};
