import type { Server } from "node:http";
import { DEFAULT_LIMITS } from "../../limits";
import { createHttpServer } from "./http-server";

const socket = { writableEnded: false };
const turn = () =>
  new Promise<void>((resolve) => {
    setImmediate(resolve);
  });

const listen = () => {
  const begun: unknown[] = [];
  const watched: unknown[] = [];
  const server: Server = createHttpServer(
    DEFAULT_LIMITS,
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
  let bodyBytes = 8 * 1024 * 1024;
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
  const longer = await after(16 * 1024 * 1024);
  expect(longer - begun).toBe(1024 * 1000);
  expect(await after(1024 * 1024)).toBe(longer);
});

test("only a request whose body has not fully arrived is watched", async () => {
  const { server, watched } = listen();
  server.emit("request", { url: "/whole", complete: true, socket }, {});
  server.emit("request", { url: "/coming", complete: false, socket }, {});
  await turn();
  expect(watched).toEqual(["/coming"]);
});
