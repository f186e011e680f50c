import { createCallGate } from "./call-gate";

const gateFor = (maxOpenCalls: number, maxOpenCallsPerOrganization = maxOpenCalls) =>
  createCallGate({ maxOpenCalls, maxOpenCallsPerOrganization, retryAfterMs: 700 });

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
    const gate = gateFor(9, 2);
    const enter = (organizationId?: string) => {
      const call = new AbortController();
      gate.enter(call, organizationId);
      return call;
    };
    const [early, late] = [enter("a"), enter()];
    gate.belongsTo(late, "a");
    expect(() => enter("a")).toThrow(expect.objectContaining({ code: "rate_limit_exceeded", retryAfterMs: 700 }));
    const third = enter();
    expect(() => {
      gate.belongsTo(third, "a");
    }).toThrow(expect.objectContaining({ code: "rate_limit_exceeded" }));
    gate.leave(third);
    enter("b");
    gate.leave(early);
    gate.leave(late);
    enter("a");
    enter("a");
    expect(gate.openCalls).toBe(3);
  });

  it("gives an organization back one place for each call that leaves", () => {
    const gate = gateFor(9, 2);
    const calls = [new AbortController(), new AbortController()];
    const enter = () => {
      gate.enter(new AbortController(), "a");
    };
    for (const call of calls) gate.enter(call, "a");
    for (const call of calls) {
      gate.leave(call);
      enter();
      expect(enter).toThrow(expect.objectContaining({ code: "rate_limit_exceeded" }));
    }
  });

  it("ignores a caller that left before it was identified", () => {
    const gate = gateFor(9, 1);
    const gone = new AbortController();
    gate.enter(gone);
    gate.leave(gone);
    gate.belongsTo(gone, "a");
    gate.enter(new AbortController(), "a");
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
    const emptied = gate.empty().then(() => {
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
    gate.cut();
    expect(call.signal.reason).toMatchObject({ code: "overloaded", retryAfterMs: 700 });
  });
});
