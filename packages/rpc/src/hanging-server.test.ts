import { type AddressInfo, createServer, type Socket } from "node:net";
import { type BillingService, BillingServiceDefinition } from "@cenote/contracts";
import { silentLog } from "@cenote/core";
import { createGrpcClient } from "./grpc-client";
import { createGrpcServer } from "./grpc-server";
import type * as keepalive from "./keepalive";

jest.mock("./keepalive", () => ({
  ...jest.requireActual<typeof keepalive>("./keepalive"),
  clientKeepalive: () => ({
    "grpc.keepalive_time_ms": 50,
    // Longer than a machine stands still: a connection to a good server would be given up too.
    "grpc.keepalive_timeout_ms": 8_000,
    "grpc.keepalive_permit_without_calls": 1,
  }),
}));

const EMPTY_SETTINGS = Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]);
/** Time for an answer. On a machine that needs longer the test makes a further call. */
const LONGER_THAN_AN_ANSWER_MS = 200;
const HEADERS_FRAME = 1;
const PREFACE_BYTES = 24;
const FRAME_HEAD_BYTES = 9;

/** Whether the client's bytes begin a call besides the watch of the server's health. */
const hasCall = (sent: Buffer): boolean => {
  let begun = 0;
  for (let at = PREFACE_BYTES; at + FRAME_HEAD_BYTES <= sent.length; at += FRAME_HEAD_BYTES + sent.readUIntBE(at, 3)) {
    if (sent[at + 3] === HEADERS_FRAME) begun++;
  }
  return begun > 1;
};

/** A stopped process with open connections: the kernel still accepts bytes for it, and nothing answers. */
const hang = async () => {
  const sockets: Socket[] = [];
  let gotCall = false;
  const server = createServer((socket) => {
    let sent = Buffer.alloc(0);
    // Only for the first, because a hanging process sends no settings.
    if (sockets.push(socket) === 1) socket.write(EMPTY_SETTINGS);
    socket
      .on("error", () => {})
      .on("data", (bytes) => {
        sent = Buffer.concat([sent, bytes]);
        gotCall ||= hasCall(sent);
      });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    gotCall: () => gotCall,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
};

describe("if one of two servers hangs", () => {
  let closeAll: () => Promise<void>;
  afterEach(() => closeAll());

  const setUp = async (billing: Partial<BillingService>) => {
    const server = createGrpcServer({ host: "127.0.0.1", port: 0, token: "internal", log: silentLog });
    server.add(BillingServiceDefinition, billing as BillingService);
    const [port, hanging] = [await server.listen(), await hang()];
    const address = `ipv4:127.0.0.1:${port},127.0.0.1:${hanging.port}`;
    const caller = createGrpcClient<BillingService>(BillingServiceDefinition, {
      address,
      token: "internal",
      deadlineMs: 100_000,
    });
    closeAll = async () => {
      caller.close();
      hanging.close();
      await server.drain(0);
    };
    return { billing: caller.client, hanging, caller };
  };

  test("a read that was sent to it is answered by the other", async () => {
    const { billing, hanging } = await setUp({ getFxRate: () => Promise.resolve({ rate: undefined }) });
    while (!hanging.gotCall()) expect(await billing.getFxRate({})).toEqual({ rate: undefined });
  });

  test("a read that is open when its client is closed ends with the connection", async () => {
    const { caller, hanging } = await setUp({ getFxRate: () => Promise.resolve({ rate: undefined }) });
    const calls: Array<Promise<unknown>> = [];
    while (!hanging.gotCall()) {
      calls.push(caller.client.getFxRate({}));
      await Promise.race([
        calls.at(-1),
        new Promise((resolve) => {
          setTimeout(resolve, LONGER_THAN_AN_ANSWER_MS);
        }),
      ]);
    }
    caller.close();
    expect(await Promise.allSettled(calls)).toContainEqual({
      status: "rejected",
      reason: expect.objectContaining({ code: "overloaded" }) as unknown,
    });
  });

  test("a hold that was sent to it is not repeated: the caller gets an error, and the next calls go to the other", async () => {
    let held = 0;
    const { billing, hanging } = await setUp({
      admit: () => Promise.resolve({ heldNanoMxn: BigInt(++held), rateLimits: undefined }),
    });
    const admit = () => billing.admit({ context: undefined, model: "m", estimate: [], holdTtlMs: 1 });
    const failed: unknown[] = [];
    let answered = 0;
    while (!hanging.gotCall())
      await admit().then(
        () => {
          answered++;
        },
        (error: unknown) => {
          failed.push(error);
        },
      );
    expect(failed).toEqual([expect.objectContaining({ code: "overloaded", retryable: true })]);
    expect(held).toBe(answered);
    for (let more = 0; more < 4; more++) await admit();
  });
});

test("isConnected is true only if an answering server is connected", async () => {
  const start = async (port: number) => {
    const server = createGrpcServer({ host: "127.0.0.1", port, token: "internal", log: silentLog });
    return { port: await server.listen(), stop: () => server.drain(0) };
  };
  const [first, hanging] = [await start(0), await hang()];
  const connect = (port: number) =>
    createGrpcClient<BillingService>(BillingServiceDefinition, {
      address: `127.0.0.1:${port}`,
      token: "internal",
      deadlineMs: 100_000,
    });
  const [caller, other] = [connect(first.port), connect(hanging.port)];
  const until = async (client: typeof caller, isConnected: boolean) => {
    while (client.isConnected() !== isConnected)
      await new Promise<void>((resolve) => {
        setImmediate(resolve);
      });
  };
  await until(caller, true);
  await until(other, false);
  await first.stop();
  await until(caller, false);
  const { stop } = await start(first.port);
  await until(caller, true);
  for (const client of [caller, other]) client.close();
  expect([caller.isConnected(), other.isConnected()]).toEqual([false, false]);
  hanging.close();
  await stop();
});

test("a hanging billing is detected within six seconds, and a service with long calls has ten seconds to answer a ping", () => {
  const { clientKeepalive } = jest.requireActual<typeof keepalive>("./keepalive");
  const pings = (deadlineMs: number) => {
    const options = clientKeepalive(deadlineMs);
    return [options["grpc.keepalive_time_ms"], options["grpc.keepalive_timeout_ms"]];
  };
  expect(pings(15_000)).toEqual([1_000, 5_000]);
  expect(pings(30 * 60_000)).toEqual([1_000, 10_000]);
});

test("a call that finds it hanging is told so, and those after it at once", async () => {
  // Its kernel accepts connections; all but the first get no settings.
  const hanging = await hang();
  const caller = createGrpcClient<BillingService>(BillingServiceDefinition, {
    address: `127.0.0.1:${hanging.port}`,
    token: "internal",
    deadlineMs: 10 * 60_000,
  });
  const admit = () => caller.client.admit({ context: undefined, model: "m", estimate: [], holdTtlMs: 1 });
  for (let calls = 0; calls < 3; calls++) await expect(admit()).rejects.toMatchObject({ code: "overloaded" });
  caller.close();
  hanging.close();
});
