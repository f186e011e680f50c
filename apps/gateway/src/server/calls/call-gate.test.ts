import { CenoteError } from "@cenote/core";
import { createCallGate } from "./call-gate";

const gateFor = (maxOpenCalls: number, maxOpenCallsPerOrganization = maxOpenCalls) => createCallGate({ maxOpenCalls, maxOpenCallsPerOrganization, retryAfterMs: 700 });

describe("createCallGate", () => {
  it("turns calls away above its limit and lets them in again when one has left", () => {
    const gate = gateFor(2);
    const [first, second, third] = [new AbortController(), new AbortController(), new AbortController()];
    gate.enter(first);
    gate.enter(second);
    expect(() => { gate.enter(third); }).toThrow(CenoteError);
    gate.leave(first);
    gate.enter(third);
    expect(gate.openCalls).toBe(2);
  });

  it("is not confused by a call that leaves without having come in", () => {
    const gate = gateFor(1);
    gate.enter(new AbortController());
    gate.leave(new AbortController());
    expect(gate.openCalls).toBe(1);
  });

  it("gives one organization its share alone, whether it is known before or after coming in", () => {
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
    expect(() => { gate.belongsTo(third, "a"); }).toThrow(expect.objectContaining({ code: "rate_limit_exceeded" }));
    gate.leave(third);
    enter("b");
    gate.leave(early);
    gate.leave(late);
    enter("a");
    enter("a");
    expect(gate.openCalls).toBe(3);
  });

  it("forgets a caller who left before it was known who he is", () => {
    const gate = gateFor(9, 1);
    const gone = new AbortController();
    gate.enter(gone);
    gate.leave(gone);
    gate.belongsTo(gone, "a");
    gate.enter(new AbortController(), "a");
    expect(gate.openCalls).toBe(1);
  });

  it("lets nobody in once closed, and is empty when the last has left", async () => {
    const gate = gateFor(9);
    const call = new AbortController();
    gate.enter(call);
    gate.close();
    expect(() => { gate.enter(new AbortController()); }).toThrow("shutting down");
    let isEmpty = false;
    const emptied = gate.empty().then(() => { isEmpty = true; });
    await Promise.resolve();
    expect(isEmpty).toBe(false);
    gate.leave(call);
    await emptied;
    expect(isEmpty).toBe(true);
  });

  it("cuts what is still under way with an error that says why", () => {
    const gate = gateFor(9);
    const call = new AbortController();
    gate.enter(call);
    gate.cut();
    expect(call.signal.reason).toMatchObject({ code: "overloaded", retryAfterMs: 700 });
  });
});
