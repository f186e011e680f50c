import { once } from "node:events";
import { type Server, type Socket, connect, createServer } from "node:net";
import { freePort } from "./free-port";

/** A TCP server in place of a provider. */
export interface RawProvider {
  readonly port: number;
  /** Number of currently open sockets. */
  readonly open: number;
  /** Breaks every connection, and refuses new ones. */
  die(): Promise<void>;
  /** Listens again, on the same port. */
  revive(): Promise<void>;
}

const startRaw = async (onSocket: (socket: Socket) => void): Promise<RawProvider> => {
  const sockets = new Set<Socket>();
  const listen = async (port: number): Promise<Server> => {
    const server = createServer({ allowHalfOpen: true }, (socket) => {
      sockets.add(socket);
      socket
        .on("error", () => {})
        .on("close", () => {
          sockets.delete(socket);
        });
      onSocket(socket);
    });
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return server;
  };
  // While this server is dead, other programs could take a port assigned by the kernel.
  const port = await freePort();
  let server: Server | undefined = await listen(port);
  return {
    port,
    get open() {
      return sockets.size;
    },
    async die() {
      if (server === undefined) return;
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.resetAndDestroy();
      await closed;
      server = undefined;
    },
    async revive() {
      server ??= await listen(port);
    },
  };
};

/** Answers each request with these bytes; without bytes, it closes its side. */
export const startRawProvider = (bytes: string | undefined): Promise<RawProvider> =>
  startRaw((socket) => {
    socket.once("data", () => {
      if (bytes === undefined) socket.end();
      else socket.write(bytes);
    });
  });

/** Accepts connections and never answers. */
export const startSilentProvider = (): Promise<RawProvider> => startRaw(() => {});

/**
 * Forwards everything to and from another server on this machine, so that the other server appears to die when this one
 * does.
 */
export const startMortalProvider = (targetUrl: string): Promise<RawProvider> =>
  startRaw((socket) => {
    const target = connect(Number(new URL(targetUrl).port), "127.0.0.1");
    target
      .on("error", () => {
        socket.destroy();
      })
      .on("close", () => {
        socket.destroy();
      });
    socket.on("close", () => {
      target.destroy();
    });
    socket.pipe(target).pipe(socket);
  });
