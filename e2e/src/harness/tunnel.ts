import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A proxy to the system whose connections a test can drop. */
export interface Tunnel {
  readonly url: string;
  /** Drops every connection at once, and accepts no new ones. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

export const openTunnel = async (port: number): Promise<Tunnel> => {
  const open = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect({ host: "127.0.0.1", port });
    const ends = [near, far];
    for (const end of ends) {
      open.add(end);
      end.on("error", () => {});
      end.on("close", () => {
        open.delete(end);
        for (const other of ends) other.destroy();
      });
    }
    near.pipe(far).pipe(near);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const cutAll = (): void => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true;
      cutAll();
    },
    mend() {
      isCut = false;
    },
    async close() {
      cutAll();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
};
