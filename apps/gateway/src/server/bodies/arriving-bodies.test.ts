import type { IncomingMessage } from "node:http";
import type { CenoteError } from "@cenote/core";
import { createManualClock } from "@cenote/testkit";
import { createArrivingBodies } from "./arriving-bodies";

const KIBIBYTE = 1024;

const setUp = () => {
  const clock = createManualClock();
  const arriving = createArrivingBodies({
    clock,
    arrivingBodies: 8,
    stuckSenderMs: 30_000,
    senderBytesPerS: 8 * KIBIBYTE,
    arrivalCheckMs: 1000,
    retryAfterMs: 500,
  });
  const begin = () => {
    const raw = {
      socket: { bytesRead: 1000 },
      complete: false,
      destroyed: false,
      destroy: () => {
        raw.destroyed = true;
      },
    };
    arriving.watch(raw as unknown as IncomingMessage);
    return raw;
  };
  const enter = (organizationId: string) => {
    const raw = begin();
    const told: CenoteError[] = [];
    arriving.enter(raw as unknown as IncomingMessage, organizationId, (error) => {
      told.push(error);
    });
    return {
      raw,
      told,
      leave: () => {
        arriving.leave(raw as unknown as IncomingMessage);
      },
    };
  };
  /** Delivers this many bytes per second, for this many seconds. */
  const send = async (raw: ReturnType<typeof begin>, bytesPerS: number, seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      raw.socket.bytesRead += bytesPerS;
      await clock.advance(1000);
    }
  };
  return { clock, arriving, begin, enter, send };
};

describe("an arriving body", () => {
  it("may be a five-megabyte image over a slow mobile connection", async () => {
    const { enter, send } = setUp();
    const { raw, told } = enter("a");
    await send(raw, 20 * KIBIBYTE, (7 * KIBIBYTE) / 20);
    expect(told).toEqual([]);
    raw.complete = true;
    await send(raw, 0, 100);
    expect(told).toEqual([]);
  });

  it("may stall for half a minute and continue", async () => {
    const { enter, send } = setUp();
    const { raw, told } = enter("a");
    await send(raw, 100 * KIBIBYTE, 10);
    await send(raw, 0, 30);
    await send(raw, 100 * KIBIBYTE, 10);
    expect(told).toEqual([]);
    await send(raw, 0, 33);
    expect(told).toEqual([
      expect.objectContaining({
        code: "invalid_request_error",
        param: "body",
        message: expect.stringContaining("did not arrive in time"),
      }),
    ]);
    expect(raw.destroyed).toBe(false);
  });

  it("may not trickle", async () => {
    const { enter, send } = setUp();
    const { raw, told } = enter("a");
    await send(raw, 100, 29);
    expect(told).toEqual([]);
    await send(raw, 100, 4);
    expect(told).toHaveLength(1);
  });

  it("that nothing waits for ends with its connection", async () => {
    const { begin, send } = setUp();
    const raw = begin();
    await send(raw, 100, 29);
    expect(raw.destroyed).toBe(false);
    await send(raw, 100, 4);
    expect(raw.destroyed).toBe(true);
  });

  it("keeps its place until it is complete, its connection is lost, or it is too slow", async () => {
    const { enter, clock } = setUp();
    const [there, , , slow] = [enter("a"), enter("a"), enter("a"), enter("a")];
    expect(() => enter("a")).toThrow(expect.objectContaining({ code: "rate_limit_exceeded", retryAfterMs: 500 }));
    there.leave();
    there.leave();
    const lost = enter("a");
    lost.raw.destroyed = true;
    await clock.advance(1000);
    enter("a");
    expect(() => enter("a")).toThrow(expect.objectContaining({ code: "rate_limit_exceeded" }));
    await clock.advance(40_000);
    expect(slow.told).toHaveLength(1);
    for (let call = 0; call < 4; call++) enter("a");
  });

  it("finds a place, however many bodies other organizations have", () => {
    const { enter } = setUp();
    for (const organizationId of ["a", "b"]) {
      expect(() => {
        for (;;) enter(organizationId);
      }).toThrow(expect.objectContaining({ code: "rate_limit_exceeded" }));
    }
    enter("c");
  });

  it("is not waited for any longer when the gateway stops, unless it is complete", () => {
    const { enter, arriving } = setUp();
    const [there, late] = [enter("a"), enter("a")];
    there.raw.complete = true;
    arriving.close();
    expect(there.told).toEqual([]);
    expect(late.told).toEqual([expect.objectContaining({ code: "overloaded", retryAfterMs: 500 })]);
    expect(() => enter("b")).toThrow(expect.objectContaining({ code: "overloaded" }));
  });
});
