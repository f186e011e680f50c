import type { ClientToken } from "@cenote/contracts";
import { ShuttingDown } from "@cenote/core";
import { createCallGate } from "./call-gate";

const gateFor = (total: number, perClientToken = total) =>
  createCallGate({
    openCalls: total,
    openCallsPerClientToken: perClientToken,
    openWatches: total,
    openWatchesPerClientToken: perClientToken,
    retryAfterMs: 700,
  });
const of = (organizationId: string, tokenId?: string) => ({
  organizationId,
  ...(tokenId !== undefined && { clientToken: { id: tokenId } as ClientToken }),
});

describe("createCallGate", () => {
  it("rejects calls above its limit and admits them again when one has left", () => {
    const gate = gateFor(2);
    const [first, second, third] = [new AbortController(), new AbortController(), new AbortController()];
    gate.enter(first);
    gate.enter(second);
    expect(() => {
      gate.enter(third);
    }).toThrow(expect.objectContaining({ code: "overloaded", retryAfterMs: 700 }));
    gate.leave(first);
    gate.enter(third);
    expect(gate.openCalls).toBe(2);
  });

  it("ignores leaving a call that never entered", () => {
    const gate = gateFor(1);
    gate.enter(new AbortController());
    gate.leave(new AbortController());
    expect(gate.openCalls).toBe(1);
  });

  it("limits one organization to its share, whether it is known before or after entering", () => {
    const gate = gateFor(4);
    const enter = (organizationId?: string) => {
      const call = new AbortController();
      gate.enter(call, organizationId === undefined ? undefined : of(organizationId));
      return call;
    };
    const [early, late] = [enter("a"), enter()];
    gate.setCaller(late, of("a"));
    expect(() => enter("a")).toThrow(expect.objectContaining({ code: "rate_limit_exceeded", retryAfterMs: 700 }));
    const third = enter();
    expect(() => {
      gate.setCaller(third, of("a"));
    }).toThrow(expect.objectContaining({ code: "rate_limit_exceeded" }));
    gate.leave(third);
    enter("b");
    gate.leave(early);
    gate.leave(late);
    enter("a");
    expect(gate.openCalls).toBe(2);
  });

  it("gives an organization back one place for each call that leaves", () => {
    const gate = gateFor(4);
    const calls = [new AbortController(), new AbortController()];
    const enter = () => {
      gate.enter(new AbortController(), of("a"));
    };
    for (const call of calls) gate.enter(call, of("a"));
    for (const call of calls) {
      gate.leave(call);
      enter();
      expect(enter).toThrow(expect.objectContaining({ code: "rate_limit_exceeded" }));
    }
  });

  it("leaves places to an organization's keys, and to its other client tokens, however many one token takes", () => {
    const gate = gateFor(100, 2);
    const enter = (tokenId?: string) => {
      const call = new AbortController();
      gate.enter(call, of("a", tokenId));
      return call;
    };
    const [first] = [enter("stolen"), enter("stolen")];
    expect(() => enter("stolen")).toThrow(
      expect.objectContaining({
        code: "rate_limit_exceeded",
        message: "At most 2 concurrent calls of a client token.",
      }),
    );
    enter("another");
    enter();
    gate.leave(first);
    enter("stolen");
    expect(gate.openCalls).toBe(4);
  });

  it("leaves places to an organization's keys, however many client tokens take all they can", () => {
    const gate = gateFor(16, 2);
    const enter = (tokenId?: string) => {
      gate.enter(new AbortController(), of("a", tokenId));
    };
    for (let token = 0; token < 4; token++) for (let call = 0; call < 2; call++) enter(`token ${token}`);
    expect(() => {
      enter("one more");
    }).toThrow(expect.objectContaining({ code: "rate_limit_exceeded" }));
    for (let call = 0; call < 4; call++) enter();
  });

  it("counts subscriptions that go on among their like, and gives their places to other calls", () => {
    const gate = gateFor(4);
    const watch = () => {
      const call = new AbortController();
      gate.enter(call, of("a"));
      gate.markSubscription(call);
      return call;
    };
    const [first] = [watch(), watch()];
    expect(gate.openCalls).toBe(0);
    expect(watch).toThrow(
      expect.objectContaining({
        code: "rate_limit_exceeded",
        message: "The organization's open subscriptions use up its share of 4 already.",
      }),
    );
    gate.leave(first);
    watch();
  });

  it("waits for subscriptions that go on, and cuts them, like other calls", async () => {
    const gate = gateFor(4);
    const call = new AbortController();
    gate.enter(call, of("a"));
    gate.markSubscription(call);
    gate.close();
    expect(gate.isEmpty).toBe(false);
    gate.abortAll();
    expect(call.signal.reason).toMatchObject({ code: "overloaded" });
    gate.leave(call);
    await gate.whenEmpty();
    expect(gate.isEmpty).toBe(true);
  });

  it("ignores a caller that left before it was identified", () => {
    const gate = gateFor(2);
    const gone = new AbortController();
    gate.enter(gone);
    gate.leave(gone);
    gate.setCaller(gone, of("a"));
    gate.enter(new AbortController(), of("a"));
    expect(gate.openCalls).toBe(1);
  });

  it("admits nobody once closed, and is empty when the last call has left", async () => {
    const gate = gateFor(9);
    const call = new AbortController();
    gate.enter(call);
    gate.close();
    expect(() => {
      gate.enter(new AbortController());
    }).toThrow("shutting down");
    let isEmpty = false;
    const emptied = gate.whenEmpty().then(() => {
      isEmpty = true;
    });
    await Promise.resolve();
    expect(isEmpty).toBe(false);
    gate.leave(call);
    await emptied;
    expect(isEmpty).toBe(true);
  });

  it("cuts what is still open with an error that says why", () => {
    const gate = gateFor(9);
    const call = new AbortController();
    gate.enter(call);
    gate.abortAll();
    expect(call.signal.reason).toBeInstanceOf(ShuttingDown);
    expect(call.signal.reason).toMatchObject({ code: "overloaded", retryAfterMs: 700 });
  });
});
