import type { Server } from "node:http";
import { DEFAULT_LIMITS } from "../limits";
import { createHttpServer } from "./http-server";

const turn = () => new Promise<void>((resolve) => { setImmediate(resolve); });

const listen = () => {
  const begun: unknown[] = [];
  const server: Server = createHttpServer(DEFAULT_LIMITS, ({ url }) => { begun.push(url); });
  return { server, begun };
};

test("requests of one turn are begun together, in their order", async () => {
  const { server, begun } = listen();
  server.emit("request", { url: "/first" }, {});
  server.emit("request", { url: "/second" }, {});
  expect(begun).toEqual([]);
  await turn();
  expect(begun).toEqual(["/first", "/second"]);
});

test("a request whose connection was lost before it began is not begun", async () => {
  const { server, begun } = listen();
  const lost = { url: "/lost", destroyed: false };
  server.emit("request", lost, {});
  server.emit("request", { url: "/kept" }, {});
  lost.destroyed = true;
  await turn();
  expect(begun).toEqual(["/kept"]);
});
