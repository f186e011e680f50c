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
