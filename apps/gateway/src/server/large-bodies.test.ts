import { createLargeBodies } from "./large-bodies";

const MIB = 1024 * 1024;
const setUp = () => {
  const bodies = createLargeBodies({ maxBytes: 30 * MIB, maxBytesPerOrganization: 20 * MIB, bodyBytes: 10 * MIB, retryAfterMs: 500 });
  const enter = (organizationId: string, bytes: number | undefined) => {
    const call = new AbortController();
    bodies.enter(call, organizationId, bytes);
    return () => { bodies.leave(call); };
  };
  return { enter };
};

describe("large bodies", () => {
  it("of one organization leave room for others, and are let in again when one has left", () => {
    const { enter } = setUp();
    const leave = enter("a", 10 * MIB);
    enter("a", 10 * MIB);
    expect(() => enter("a", MIB)).toThrow(expect.objectContaining({ code: "rate_limit_exceeded", retryAfterMs: 500 }));
    enter("b", 10 * MIB);
    expect(() => enter("b", MIB)).toThrow(expect.objectContaining({ code: "overloaded", retryAfterMs: 500 }));
    leave();
    leave();
    enter("a", 9 * MIB);
    expect(() => enter("c", 2 * MIB)).toThrow(expect.objectContaining({ code: "overloaded" }));
  });

  it("count for no more than a body may have, and for one MiB where nobody tells their length", () => {
    const { enter } = setUp();
    enter("a", 10 * MIB);
    const leave = enter("a", 1_000 * MIB);
    expect(() => enter("a", undefined)).toThrow(expect.objectContaining({ code: "rate_limit_exceeded" }));
    leave();
    for (let call = 0; call < 10; call++) enter("a", undefined);
    expect(() => enter("a", undefined)).toThrow(expect.objectContaining({ code: "rate_limit_exceeded" }));
  });

  it("are those alone: small ones always find room", () => {
    const { enter } = setUp();
    enter("a", 10 * MIB);
    enter("a", 10 * MIB);
    enter("b", 10 * MIB);
    for (let call = 0; call < 10_000; call++) enter("a", 60_000);
  });
});
