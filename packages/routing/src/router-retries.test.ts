import { CenoteError } from "@cenote/core";
import type { TimeLimits } from "@cenote/providers";
import { LIMITS, testCandidate } from "./testing/candidate";
import { createRoutingWorld, failure, tries } from "./testing/routing-world";

const [one, two] = [testCandidate("one"), testCandidate("two")];

describe("transient failures", () => {
  test.each(["server", "unreachable"] as const)(
    "%s is retried after the other routes, twice, with pauses",
    async (kind) => {
      const world = createRoutingWorld();
      world.replies["one/m"] = [kind, kind, "ok"];
      world.replies["two/m"] = ["malformed"];
      const end = await world.call([one, two]);
      expect(end).toMatchObject({
        tries: [`one/m ${kind}`, "two/m malformed", `one/m ${kind}`, "one/m ok"],
        answer: "one/m",
      });
      expect(end.history.waitedMs).toBeGreaterThan(0);
    },
  );

  test("a rate limit is waited for as long as the provider asks", async () => {
    const world = createRoutingWorld();
    world.replies["one/m"] = [failure("rate_limited", { retryAfterMs: 3_000 }), "ok"];
    const end = await world.call([one]);
    expect(end).toMatchObject({ tries: ["one/m rate_limited", "one/m ok"] });
    expect(end.tookMs).toBeGreaterThanOrEqual(3_000);
  });

  test("a rate limit without a time is retried after the usual pause, even if the cooldown of its only key is longer", async () => {
    const world = createRoutingWorld();
    world.replies["one/m"] = ["rate_limited", "ok"];
    const end = await world.call([one]);
    expect(end).toMatchObject({ tries: ["one/m rate_limited", "one/m ok"] });
    expect(end.tookMs).toBeLessThan(2_000);
  });

  test("a limited key is waited for though the route's last key was refused, or is limited without a time", async () => {
    for (const last of ["credentials", "rate_limited"] as const) {
      const world = createRoutingWorld();
      world.replies["one#1/m"] = [failure("rate_limited", { retryAfterMs: 1_000 }), "ok"];
      world.replies["one#2/m"] = [last];
      const end = await world.call([testCandidate("one", { keys: 2 })]);
      expect(end).toMatchObject({ tries: ["one#1/m rate_limited", `one#2/m ${last}`, "one#1/m ok"] });
      expect(end.tookMs).toBeGreaterThanOrEqual(1_000);
    }
  });

  test("one that asks for too long is reported at once, with its time", async () => {
    const world = createRoutingWorld();
    world.replies["one/m"] = [failure("rate_limited", { retryAfterMs: 60_000 })];
    expect(await world.call([one])).toMatchObject({
      tries: ["one/m rate_limited"],
      tookMs: 0,
      error: { retryAfterMs: 60_000, retryable: true },
    });
  });

  test.each([
    "timeout",
    "malformed",
    "cut",
    "credentials",
    "quota",
    "over_limit",
    "model_gone",
    "unexplained",
  ] as const)("%s is not retried by the same call", async (kind) => {
    const world = createRoutingWorld();
    world.replies["one/m"] = [kind];
    expect(await world.call([one])).toMatchObject({ tries: [`one/m ${kind}`], tookMs: 0 });
  });

  test("a retry skips a route that has no key left", async () => {
    const world = createRoutingWorld();
    const a = testCandidate("p");
    const b: typeof a = { ...a, route: "p/other" };
    world.replies["p/m"] = ["server"];
    world.replies["p/other"] = ["credentials"];
    world.replies["one/m"] = ["server", "ok"];
    expect(await world.call([a, b, one])).toMatchObject({
      tries: ["p/m server", "p/other credentials", "one/m server", "one/m ok"],
      answer: "one/m",
    });
  });

  test("a route that times out in a later round is left alone from then on", async () => {
    const world = createRoutingWorld();
    world.replies["one/m"] = ["server", "timeout"];
    expect(await tries(world, one)).toEqual(["one/m server", "one/m timeout"]);
  });

  test("the wait ends at once when the caller leaves", async () => {
    const world = createRoutingWorld();
    world.replies["one/m"] = [failure("rate_limited", { retryAfterMs: 4_000 })];
    const caller = new AbortController();
    world.clock.setTimer(() => {
      caller.abort(new CenoteError("cancelled"));
    }, 100);
    const end = await world.call([one], { signal: caller.signal });
    expect(end.error).toMatchObject({ code: "cancelled" });
    expect(end.tookMs).toBeLessThan(200);
  });

  test("all tries together respect the call's total limit", async () => {
    const world = createRoutingWorld();
    const limits: TimeLimits[] = [];
    const of = { limits: { ...LIMITS, totalMs: 10_000 } };
    const end = await world.call([testCandidate("one", of), testCandidate("two", of), testCandidate("three", of)], {
      async attempt(routeTry) {
        limits.push(routeTry.limits);
        await new Promise<void>((resolve) => {
          world.clock.setTimer(resolve, Math.min(routeTry.limits.totalMs, 6_000));
        });
        throw failure("server");
      },
    });
    expect(limits).toEqual([
      { ...LIMITS, totalMs: 10_000 },
      { ...LIMITS, totalMs: 4_000 },
    ]);
    expect(end.tookMs).toBe(10_000);
    expect(end.error).toMatchObject({ code: "provider_unavailable" });
  });

  test("the number of tries is limited, however many routes and keys there are", async () => {
    const world = createRoutingWorld();
    const many = Array.from({ length: 40 }, (_route, index) => testCandidate(`p${index}`));
    for (const { route } of many) world.replies[route] = ["server"];
    expect((await world.call(many)).tries).toHaveLength(32);
    world.replies["one/m"] = ["credentials"];
    expect((await world.call([testCandidate("one", { keys: 40 })])).tries).toHaveLength(32);
  });

  test("no further key is tried once the call's time is over", async () => {
    const world = createRoutingWorld();
    const slow = testCandidate("one", { keys: 3, limits: { ...LIMITS, totalMs: 10_000 } });
    const end = await world.call([slow], {
      async attempt() {
        await new Promise<void>((resolve) => {
          world.clock.setTimer(resolve, 10_000);
        });
        throw failure("credentials");
      },
    });
    expect(end.tries).toEqual(["one#1/m credentials"]);
  });
});

test("a key that is rate-limited for zero time is tried once per round", async () => {
  const world = createRoutingWorld();
  world.replies["one/m"] = [failure("rate_limited", { retryAfterMs: 0 })];
  expect((await tries(world, testCandidate("one", { keys: 2 }))).length).toBeLessThanOrEqual(6);
});
