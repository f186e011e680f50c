import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { type BillingService, BillingServiceDefinition } from "@cenote/contracts";
import { type Clock, silentLog, systemClock } from "@cenote/core";
import { createGrpcClient } from "./grpc-client";
import { createGrpcServer } from "./grpc-server";

const FRAME_HEAD_BYTES = 9;
const DATA_FRAME = 0;
const END_STREAM = 1;

const hasWholeCall = (sent: Buffer): boolean => {
  for (let at = 0; at + FRAME_HEAD_BYTES <= sent.length; at += FRAME_HEAD_BYTES + sent.readUIntBE(at, 3)) {
    const isWhole = at + FRAME_HEAD_BYTES + sent.readUIntBE(at, 3) <= sent.length;
    if (isWhole && sent[at + 3] === DATA_FRAME && ((sent[at + 4] ?? 0) & END_STREAM) !== 0) return true;
  }
  return false;
};

/** A proxy that can hold back bytes, as the socket of a process does while the process stands still. */
const createSocketBuffer = async (port: number) => {
  let held: Buffer | undefined;
  const full = Promise.withResolvers<void>();
  const sockets: Socket[] = [];
  const server = createServer((caller) => {
    const onward = connect(port, "127.0.0.1");
    sockets.push(caller, onward);
    for (const socket of [caller, onward]) socket.on("error", () => {});
    onward.pipe(caller, { end: false });
    caller.on("data", (bytes) => {
      if (held === undefined) onward.write(bytes);
      else if (hasWholeCall((held = Buffer.concat([held, bytes])))) full.resolve();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    hold() {
      held = Buffer.of();
    },
    full: full.promise,
    /** The caller gives up; the process reads the request, then that the connection is closed. */
    async release() {
      const [caller, onward] = sockets;
      caller?.destroy();
      onward?.end(held ?? "");
      if (onward !== undefined) await once(onward, "close");
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
};

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

test("a call whose caller gave up while the server stood still is not begun afterwards", async () => {
  let nowMs = 0;
  let waiting: (() => void)[] = [];
  const clock: Clock = {
    ...systemClock,
    monotonicMs: () => nowMs,
    setTimer(callback) {
      waiting.push(callback);
      return { cancel: () => (waiting = waiting.filter((other) => other !== callback)) };
    },
  };
  const admitted: string[] = [];
  const server = createGrpcServer({ host: "127.0.0.1", port: 0, token: "internal", log: silentLog, clock });
  server.add(BillingServiceDefinition, {
    admit: async ({ model }) => {
      admitted.push(model);
      return { heldNanoMxn: 1n, rateLimits: undefined };
    },
  } as Partial<BillingService> as BillingService);
  const port = await server.listen();
  closing.push(async () => {
    const drained = server.drain(0);
    for (const run of waiting.splice(0)) run();
    await drained;
  });
  const socket = await createSocketBuffer(port);
  closing.push(() => {
    socket.close();
  });
  const connectTo = (to: number) =>
    createGrpcClient<BillingService>(BillingServiceDefinition, {
      address: `127.0.0.1:${to}`,
      token: "internal",
      deadlineMs: 100_000,
    });
  const [caller, other] = [connectTo(socket.port), connectTo(port)];
  closing.push(() => {
    for (const client of [caller, other]) client.close();
  });
  const admit = ({ client }: typeof caller, model: string) =>
    client.admit({ context: undefined, model, estimate: [], holdTtlMs: 1 });
  await admit(caller, "before");

  socket.hold();
  const given = admit(caller, "given up").catch((error: unknown) => error);
  await socket.full;
  nowMs += 6_000;
  await socket.release();
  expect(await given).toMatchObject({ code: "overloaded" });
  const late = admit(other, "after");
  while (!admitted.includes("after")) {
    for (const run of waiting.splice(0)) run();
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
  await late;
  expect(admitted).toEqual(["before", "after"]);
});
