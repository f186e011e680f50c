import { createLargeBodies } from "./large-bodies";

const MIB = 1024 * 1024;
const setUp = () => {
  const bodies = createLargeBodies({ openBodyBytes: 40 * MIB, bodyBytes: () => 10 * MIB, retryAfterMs: 500 });
  const enter = (organizationId: string, bytes: number) => {
    const call = new AbortController();
    bodies.count(call, organizationId, bytes);
    return {
      grow: (come: number) => {
        bodies.count(call, organizationId, come);
      },
      leave: () => {
        bodies.leave(call);
      },
    };
  };
  return { enter };
};

describe("large bodies", () => {
  it("of one organization leave room for others, and are admitted again when one has left", () => {
    const { enter } = setUp();
    const first = enter("a", 10 * MIB);
    enter("a", 10 * MIB);
    expect(() => enter("a", MIB)).toThrow(expect.objectContaining({ code: "rate_limit_exceeded", retryAfterMs: 500 }));
    enter("b", 10 * MIB);
    expect(() => enter("b", MIB)).toThrow(expect.objectContaining({ code: "rate_limit_exceeded" }));
    enter("c", 9 * MIB);
    expect(() => enter("d", 2 * MIB)).toThrow(expect.objectContaining({ code: "overloaded", retryAfterMs: 500 }));
    first.leave();
    first.leave();
    enter("d", 10 * MIB);
    expect(() => enter("e", 2 * MIB)).toThrow(expect.objectContaining({ code: "overloaded" }));
  });

  it("count for at most the size a body may have", () => {
    const { enter } = setUp();
    enter("a", 1_000 * MIB);
    enter("a", 1_000 * MIB);
  });

  it("may use all room there is, if a body may be larger than that", () => {
    const bodies = createLargeBodies({ openBodyBytes: MIB, bodyBytes: () => 10 * MIB, retryAfterMs: 500 });
    const call = new AbortController();
    bodies.count(call, "a", 5 * MIB);
    expect(() => {
      bodies.count(new AbortController(), "b", MIB);
    }).toThrow(expect.objectContaining({ code: "overloaded" }));
  });

  it("of unknown length count for the bytes received so far", () => {
    const { enter } = setUp();
    const calls = Array.from({ length: 1000 }, () => enter("a", 0));
    for (const { grow } of calls) grow(60_000);
    const [large, other] = [enter("a", 0), enter("a", 0)];
    for (let bytes = 1; bytes <= 10 * MIB; bytes += 10_000) large.grow(bytes);
    other.grow(10 * MIB);
    expect(() => enter("a", MIB)).toThrow(expect.objectContaining({ code: "rate_limit_exceeded" }));
    large.leave();
    enter("a", 10 * MIB);
  });

  it("that exceed the share while growing free everything they had taken", () => {
    const { enter } = setUp();
    const grown = enter("a", 0);
    enter("a", 10 * MIB);
    enter("b", 10 * MIB);
    grown.grow(5 * MIB);
    expect(() => {
      grown.grow(10 * MIB);
    }).toThrow(expect.objectContaining({ code: "rate_limit_exceeded" }));
    grown.leave();
    enter("b", 10 * MIB);
  });

  it("are the only ones counted: small ones always find room", () => {
    const { enter } = setUp();
    enter("a", 10 * MIB);
    enter("a", 10 * MIB);
    enter("b", 10 * MIB);
    for (let call = 0; call < 10_000; call++) enter("a", 60_000);
  });
});
