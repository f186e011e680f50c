import { connect, type Socket } from "node:net";
import type { HoldOrder } from "./protocol";
import { requestBytes } from "./request-bytes";
import { createResponseReader } from "./response-reader";

export interface HeldStreams {
  /** Resolves when every stream has begun or failed, or the time has run out. */
  open(): Promise<{ readonly open: number; readonly failed: number; readonly firstFailure: string | undefined }>;
  letGo(): void;
}

const OPENED_AT_ONCE = 50;

/** Opens streams and reads them for as long as they are held. */
export const createHeldStreams = (order: HoldOrder): HeldStreams => {
  const request = requestBytes(order);
  const sockets: Socket[] = [];
  let open = 0;
  const failures: string[] = [];
  let letGo = false;

  const openOne = (): Promise<void> =>
    new Promise((resolve) => {
      const socket = connect({ port: order.port, host: "127.0.0.1", noDelay: true });
      sockets.push(socket);
      const reader = createResponseReader();
      let begun = false;
      const fail = (reason: string) => {
        if (letGo) return;
        failures.push(reason);
        if (begun) open--;
        resolve();
      };
      socket.on("connect", () => {
        socket.write(request);
      });
      socket.on("data", (bytes) => {
        const answer = reader.read(bytes);
        if (answer !== undefined) fail(`ended with status ${answer.status} and ${answer.tail}`);
        else if (!begun && reader.begun) {
          begun = true;
          open++;
          resolve();
        }
      });
      socket.on("error", (error) => {
        fail(error.message);
      });
    });

  const openAll = async (): Promise<void> => {
    for (let left = order.streams; left > 0 && failures.length === 0; left -= OPENED_AT_ONCE) {
      await Promise.all(Array.from({ length: Math.min(OPENED_AT_ONCE, left) }, openOne));
    }
  };

  return {
    async open() {
      const limit = Promise.withResolvers<void>();
      const timer = setTimeout(limit.resolve, order.openLimitMs);
      await Promise.race([openAll(), limit.promise]);
      clearTimeout(timer);
      return { open, failed: failures.length, firstFailure: failures[0] };
    },
    letGo() {
      letGo = true;
      for (const socket of sockets) socket.destroy();
    },
  };
};
