import { once } from "node:events";
import { type AddressInfo, type Socket, connect, createServer } from "node:net";

/** A way to a server that takes long over one command. */
export interface WithheldAnswer {
  /** Of the same database, over this way. */
  readonly uri: string;
  /** Resolves when the command was sent. Nothing more is answered until `goOn`. */
  readonly asked: Promise<void>;
  /** How often the command was sent. */
  readonly timesAsked: () => number;
  readonly goOn: () => void;
  close(): Promise<void>;
}

export const startWithholding = async (uri: string, command: string): Promise<WithheldAnswer> => {
  const { hostname, port } = new URL(uri.replace("mongodb:", "http:"));
  const asked = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const sockets = new Set<Socket>();
  let [times, isHeld] = [0, false];
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on("error", () => {}).on("close", () => sockets.delete(socket));
  };
  const server = createServer((socket) => {
    const onward = keep(connect(Number(port), hostname));
    keep(socket).on("data", (sent) => {
      if (sent.includes(command)) {
        times++;
        isHeld ||= times === 1;
        asked.resolve();
      }
      onward.write(sent);
    });
    onward.on("data", (answer) => {
      if (isHeld) void goOn.promise.then(() => socket.write(answer));
      else socket.write(answer);
    });
    socket.on("close", () => onward.destroy());
    onward.on("close", () => socket.destroy());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    uri: uri.replace(`${hostname}:${port}`, `127.0.0.1:${(server.address() as AddressInfo).port}`),
    asked: asked.promise,
    timesAsked: () => times,
    goOn: () => {
      isHeld = false;
      goOn.resolve();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
};
