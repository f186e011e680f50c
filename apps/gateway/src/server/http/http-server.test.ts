import type { Server } from "node:http";
import { DEFAULT_LIMITS } from "../../limits";
import { openRawConnection } from "../../testing/raw-connection";
import { startGateway } from "../../testing/start-gateway";
import { createHttpServer } from "./http-server";

const MIB = 1024 * 1024;
const socket = { writableEnded: false };
const turn = () =>
  new Promise<void>((resolve) => {
    setImmediate(resolve);
  });

const listen = () => {
  const begun: unknown[] = [];
  const watched: unknown[] = [];
  const server: Server = createHttpServer(
    { ...DEFAULT_LIMITS, bodyBytes: () => 8 * MIB },
    {
      watch: (request) => {
        watched.push(request.url);
      },
    },
    ({ url }) => {
      begun.push(url);
    },
  );
  return { server, begun, watched };
};

test("requests arriving in the same turn are started together, in order", async () => {
  const { server, begun } = listen();
  server.emit("request", { url: "/first", complete: true, socket }, {});
  server.emit("request", { url: "/second", complete: true, socket }, {});
  expect(begun).toEqual([]);
  await turn();
  expect(begun).toEqual(["/first", "/second"]);
});

test("a request whose connection is lost before it starts is not started", async () => {
  const { server, begun } = listen();
  const lost = { url: "/lost", destroyed: false, socket };
  server.emit("request", lost, {});
  server.emit("request", { url: "/kept", socket }, {});
  lost.destroyed = true;
  await turn();
  expect(begun).toEqual(["/kept"]);
});

test("raising the configured body limit allows more time, and lowering it takes none away from bodies already arriving", async () => {
  let bodyBytes = 8 * MIB;
  const server: Server = createHttpServer(
    { ...DEFAULT_LIMITS, bodyBytes: () => bodyBytes },
    { watch: () => {} },
    () => {},
  );
  const begun = server.requestTimeout;
  const after = async (bytes: number) => {
    bodyBytes = bytes;
    server.emit("request", { complete: false, socket }, {});
    await turn();
    return server.requestTimeout;
  };
  const longer = await after(16 * MIB);
  expect(longer - begun).toBe(1024 * 1000);
  expect(await after(MIB)).toBe(longer);
});

test("only a request whose body has not fully arrived is watched", async () => {
  const { server, watched } = listen();
  server.emit("request", { url: "/whole", complete: true, socket }, {});
  server.emit("request", { url: "/coming", complete: false, socket }, {});
  await turn();
  expect(watched).toEqual(["/coming"]);
});

test("a WebSocket that is asked for while the connection has another answer is none, and leaves nothing open", async () => {
  const { url, gateway } = await startGateway();
  const connection = await openRawConnection(url);
  connection.send(
    [
      "GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n",
      "GET /graphql HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n",
      "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n",
      "sec-websocket-protocol: graphql-transport-ws\r\n\r\n",
    ].join(""),
  );
  await connection.until(/HTTP\/1\.1 200[^]*HTTP\/1\.1 4\d\d/);
  await gateway.close(0);
  await connection.all();
});

test.each(["http://x/graphql", "HTTP://x/graphql?a", "/graphql"])(
  "a WebSocket may be asked for as %s",
  async (target) => {
    const { url, gateway } = await startGateway();
    const connection = await openRawConnection(url);
    connection.send(
      [
        `GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n`,
        "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n",
        "sec-websocket-protocol: graphql-transport-ws\r\n\r\n",
      ].join(""),
    );
    expect(await connection.until(/^HTTP\/1\.1 \d+ [^]*\r\n\r\n/)).toMatch(/^HTTP\/1\.1 101 /);
    connection.destroy();
    await gateway.close(0);
  },
);
