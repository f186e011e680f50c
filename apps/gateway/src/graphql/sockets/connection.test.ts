import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { CenoteError, silentLog } from "@cenote/core";
import { createManualClock } from "@cenote/testkit";
import type { WebSocket } from "ws";
import { DEFAULT_LIMITS } from "../../limits";
import { createCallGate } from "../../server/calls/call-gate";
import { createConnection } from "./connection";

const LIMITS = { ...DEFAULT_LIMITS, bodyBytes: () => 1024 ** 2 };
const EXPIRED = new CenoteError("key_revoked", "The client token has expired.");

/** A connection for which the system has taken `sentBytes`, and what is done to its socket. */
const openIdle = (sentBytes: number) => {
  const clock = createManualClock();
  const happened: string[] = [];
  const socket = Object.assign(new EventEmitter(), {
    OPEN: 1,
    readyState: 1,
    bufferedAmount: 0,
    ping: () => happened.push("pinged"),
    terminate: () => happened.push("terminated"),
  });
  const connection = createConnection({
    socket: socket as unknown as WebSocket,
    handshake: {
      authorization: undefined,
      origin: undefined,
      address: "127.0.0.1",
      raw: Object.assign(new EventEmitter(), { bytesWritten: sentBytes }) as unknown as Socket,
    },
    gate: createCallGate(LIMITS),
    clock,
    log: silentLog,
    limits: LIMITS,
  });
  /** @returns What happened in these seconds. */
  const pass = async (seconds: number) => {
    happened.length = 0;
    for (let second = 0; second < seconds; second++) {
      await clock.advance(1000);
      connection.check(clock.monotonicMs());
    }
    return [...happened];
  };
  return { connection, pass };
};

describe("a client that answers no ping", () => {
  test("is disconnected after fifteen seconds", async () => {
    const { pass } = openIdle(0);
    expect(await pass(15)).toEqual(["pinged"]);
    expect(await pass(14)).toEqual([]);
    expect(await pass(1)).toEqual(["terminated"]);
  });

  test("has the time to read what the system holds for it, which the ping is behind", async () => {
    const { pass } = openIdle(1024 * 1024);
    expect(await pass(15)).toEqual(["pinged"]);
    expect(await pass(15 + 63)).toEqual([]);
    expect(await pass(1)).toEqual(["terminated"]);
  });

  test("has no more of it than it may not have read: whoever answered a ping has read what came before", async () => {
    const { connection, pass } = openIdle(1024 * 1024);
    await pass(15);
    await pass(60);
    connection.pongReceived();
    expect(await pass(15)).toEqual(["pinged"]);
    expect(await pass(15)).toEqual(["terminated"]);
  });
});

test("a key that has expired leaves a slow reader the time to take its last answer", async () => {
  const clock = createManualClock();
  const happened: string[] = [];
  const socket = Object.assign(new EventEmitter(), {
    OPEN: 1,
    readyState: 1,
    bufferedAmount: 60_000,
    close: (code: number) => happened.push(`closed with ${code}`),
    terminate: () => happened.push("terminated"),
    resume: () => {},
  });
  const connection = createConnection({
    socket: socket as unknown as WebSocket,
    handshake: { authorization: undefined, origin: undefined, address: "127.0.0.1", raw: new EventEmitter() as Socket },
    gate: createCallGate(LIMITS),
    clock,
    log: silentLog,
    limits: LIMITS,
  });
  connection.expire(EXPIRED);
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
  await clock.advance(10_000);
  expect(happened).toEqual(["closed with 4401"]);
});
