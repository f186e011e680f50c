import fc from "fast-check";
import { createFairShares } from "./fair-shares";

const sharesOf = (total: number) => createFairShares({ total, message: "enough", retryAfterMs: 700 });

/** Takes one after another until it is refused. */
const takeAll = (shares: ReturnType<typeof sharesOf>, organizationId: string): number => {
  for (let count = 0; ; count++) {
    try {
      shares.take(organizationId, 1);
    } catch {
      return count;
    }
  }
};

describe("fair shares", () => {
  it("are half of what is free, so that one organization gets half and there is always some left", () => {
    const shares = sharesOf(1200);
    expect(takeAll(shares, "a")).toBe(600);
    expect(takeAll(shares, "b")).toBe(300);
    shares.giveBack("a", 600);
    expect(takeAll(shares, "c")).toBe(450);
    expect(takeAll(shares, "d")).toBeGreaterThan(0);
  });

  it("report an exceeded share to those that hold some, and an overload to those that hold none", () => {
    const shares = sharesOf(10);
    shares.take("a", 5);
    expect(() => {
      shares.take("a", 1);
    }).toThrow(expect.objectContaining({ code: "rate_limit_exceeded", message: "enough", retryAfterMs: 700 }));
    expect(() => {
      shares.take("b", 6);
    }).toThrow(expect.objectContaining({ code: "overloaded", retryAfterMs: 700 }));
    shares.take("b", 5);
  });

  it("are all free again when everything is given back, whatever was refused in between", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom("a", "b", "c"), fc.nat(400)), { maxLength: 100, size: "max" }),
        (steps) => {
          const shares = sharesOf(1000);
          const taken: [string, number][] = [];
          for (const step of steps) {
            try {
              shares.take(...step);
              taken.push(step);
            } catch {
              expect(taken.length).toBeGreaterThan(0);
            }
          }
          for (const step of taken) shares.giveBack(...step);
          shares.take("d", 1000);
        },
      ),
    );
  });
});
