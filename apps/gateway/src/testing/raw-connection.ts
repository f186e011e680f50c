import { type Socket, connect } from "node:net";

const LOOK_BACK = 16 * 1024;

/** A TCP connection, for input that no HTTP client would send. */
export interface RawConnection {
  readonly socket: Socket;
  send(text: string | Buffer): void;
  /** Waits until the last 16 KiB received match, and returns everything received. */
  until(pattern: RegExp): Promise<string>;
  /** Everything until the server closes the connection. */
  all(): Promise<string>;
  destroy(): void;
}

export const openRawConnection = (url: string): Promise<RawConnection> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port) });
    const pieces: string[] = [];
    let tail = "";
    let look = () => {};
    const closed = Promise.withResolvers<void>();
    socket.setEncoding("utf8");
    socket.on("data", (piece) => {
      pieces.push(String(piece));
      tail = (tail + String(piece)).slice(-LOOK_BACK);
      look();
    });
    socket.on("close", () => {
      closed.resolve();
    });
    socket.once("error", reject);
    socket.once("connect", () => {
      resolve({
        socket,
        send: (piece) => {
          socket.write(piece);
        },
        until: (pattern) =>
          new Promise((found) => {
            look = () => {
              if (pattern.test(tail)) found(pieces.join(""));
            };
            look();
          }),
        all: async () => {
          await closed.promise;
          return pieces.join("");
        },
        destroy: () => {
          socket.destroy();
        },
      });
    });
  });
