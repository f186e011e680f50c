import type { LookupAddress } from "node:dns";
import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createDirectConnector } from "./direct-connector";

/** Longer than Node gives an address by itself. */
const BUSY_MS = 300;
const CONNECT_MS = 5_000;

const busy = (): void => {
  const untilMs = performance.now() + BUSY_MS;
  while (performance.now() < untilMs);
};

let server: Server;
afterEach(() => {
  server.close();
});

test("a host with two addresses is connected to though the process is busy meanwhile", async () => {
  server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const port = `${(server.address() as AddressInfo).port}`;
  const addresses: LookupAddress[] = [
    { address: "127.0.0.1", family: 4 },
    { address: "::1", family: 6 },
  ];
  const connect = createDirectConnector({
    connectMs: () => CONNECT_MS,
    lookup: (_host, _options, callback) => {
      callback(null, addresses);
    },
  });
  const socket = await new Promise<Socket>((resolve, reject) => {
    connect({ hostname: "two.test", host: `two.test:${port}`, protocol: "http:", port }, (error, opened) => {
      if (error === null) resolve(opened);
      else reject(error);
    });
    setImmediate(busy);
  });
  expect(socket.remoteAddress).toBe("127.0.0.1");
  socket.destroy();
});
