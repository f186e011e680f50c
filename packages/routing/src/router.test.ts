import { CenoteError } from "@cenote/core";
import { ProviderError, type TimeLimits } from "@cenote/providers";
import { LIMITS, testCandidate, testModel } from "./testing/candidate";
import { createRoutingWorld, failure } from "./testing/routing-world";

const [one, two] = [testCandidate("one"), testCandidate("two")];
const tries = async (world: ReturnType<typeof createRoutingWorld>, ...candidates: Parameters<typeof world.call>[0]) => (await world.call(candidates)).tries;

describe("a failed try", () => {
  test.each(["unreachable", "timeout", "rate_limited", "credentials", "quota", "model_gone", "unexplained", "server", "malformed", "cut"] as const)(
    "%s: the next route answers", async (kind) => {
      const world = createRoutingWorld();
      world.replies["one/m"] = [kind];
      expect(await world.call([one, two])).toMatchObject({ tries: [`one/m ${kind}`, "two/m ok"], answer: "two/m", tookMs: 0 });
    });

  test.each(["rejected", "content_policy"] as const)("%s is reported at once, in the provider's words", async (kind) => {
    const world = createRoutingWorld();
    world.replies["one/m"] = [failure(kind, { message: "Not that." })];
    expect(await world.call([one, two])).toMatchObject({ tries: [`one/m ${kind}`], error: { code: "provider_unavailable", message: "Not that.", retryable: false } });
  });

  test("a problem with one call leaves key and route in service for the next", async () => {
    const world = createRoutingWorld();
    world.replies["one/m"] = ["rejected", "ok"];
    await world.call([one, two]);
    expect(await tries(world, one, two)).toEqual(["one/m ok"]);
    expect(world.lines.filter(({ level }) => level === "error")).toEqual([]);
  });

  test("invalid moves on to a protocol that can express the call, and is a 400 that names the field if none can", async () => {
    const world = createRoutingWorld();
    const invalid = () => failure("invalid", { message: "messages: no.", param: "messages" });
    world.replies["one/m"] = [invalid(), invalid()];
    expect(await world.call([one, two])).toMatchObject({ tries: ["one/m invalid", "two/m ok"] });
    expect(await world.call([one])).toMatchObject({ error: { code: "invalid_request_error", message: "messages: no.", param: "messages" } });
  });

  test("aborted ends the call, and does not count against the route", async () => {
    const world = createRoutingWorld();
    world.replies["one/m"] = ["aborted"];
    for (let call = 0; call < 10; call++) expect(await world.call([one, two])).toMatchObject({ tries: ["one/m aborted"], error: { code: "cancelled" } });
    expect(world.router.breakers()).toEqual([{ route: "one/m", state: "closed" }]);
    expect(world.lines).toEqual([]);
  });

  test("is logged in one line, with the key's name and without its secret", async () => {
    const world = createRoutingWorld();
    const keyed = testCandidate("one", { keys: 2 });
    world.replies["one/m"] = [failure("rate_limited", { retryAfterMs: 700 })];
    await world.call([keyed, two]);
    expect(world.lines.map(({ level, fields }) => ({ level, ...fields }))).toMatchObject([
      { level: "warn", requestId: "req_1", route: "one/m", key: "one#1", kind: "rate_limited", retryAfterMs: 700, durationMs: 0 },
      { level: "warn", key: "one#2" },
    ]);
    expect(JSON.stringify(world.lines)).not.toContain("secret");
  });

  test("is not routed around if the fault is not a provider's", async () => {
    const world = createRoutingWorld();
    expect(await world.call([one, two], { attempt: () => Promise.reject(new TypeError("a fault of ours")) })).toMatchObject({ error: { code: "internal_error" } });
  });
});

describe("the log of a try", () => {
  const failedLine = async (candidate: ReturnType<typeof testCandidate>, error: ProviderError) => {
    const world = createRoutingWorld();
    world.replies["one/m"] = [error];
    const { error: told } = await world.call([candidate]);
    return { fields: world.lines.find(({ level }) => level === "warn")?.fields, told };
  };

  test("has the address that its caller does not see", async () => {
    const { fields, told } = await failedLine(one, new ProviderError({ kind: "unreachable", message: "The provider refuses connections.", origin: "http://10.0.0.7:8000" }));
    expect(fields).toMatchObject({ route: "one/m", origin: "http://10.0.0.7:8000" });
    expect(told).toMatchObject({ code: "provider_unavailable", message: "The provider refuses connections." });
  });

  const at = (baseUrl: string, more: Parameters<typeof testCandidate>[1] = {}) => {
    const [{ key, target }] = one.targets;
    return testCandidate("one", { targets: [{ key, target: { ...target, baseUrl } }], ...more });
  };
  const missing = new ProviderError({ kind: "unexplained", message: "404 page not found", status: 404 });

  test.each<[string, ReturnType<typeof testCandidate>, ProviderError, boolean]>([
    ["a 404 about nothing in particular", at("http://one.test"), missing, true],
    ["one from an address with a version", at("http://one.test/openai/v1"), missing, false],
    ["one from a provider of another kind", at("http://one.test", { kind: "anthropic" }), missing, false],
    ["a model that is gone", at("http://one.test"), new ProviderError({ kind: "model_gone", message: "no such model", status: 404 }), false],
  ])("%s: has a hint if /v1 may be missing in the base_url", async (_what, candidate, error, hinted) => {
    const { fields } = await failedLine(candidate, error);
    if (hinted) expect(fields?.["hint"]).toBe("the base_url of the provider one has no version: most servers of its kind want /v1 at its end");
    else expect(fields?.["hint"]).toBeUndefined();
  });
});

describe("an unexplained 403 or 404", () => {
  const forbidden = () => new ProviderError({ kind: "unexplained", message: "The caller does not have permission: the caller's words", status: 403 });
  const missing = () => new ProviderError({ kind: "unexplained", message: "Not found.", status: 404 });

  test("moves on to the next route, and affects neither key nor route, however often it comes", async () => {
    const world = createRoutingWorld();
    for (const reply of [forbidden(), missing()]) {
      world.replies["one/m"] = [reply];
      for (let call = 0; call < 30; call++) expect(await tries(world, one, two)).toEqual(["one/m unexplained", "two/m ok"]);
    }
    world.replies["one/m"] = ["ok"];
    expect(await tries(world, one, two)).toEqual(["one/m ok"]);
    expect(world.router.breakers().map(({ state }) => state)).toEqual(["closed", "closed"]);
  });

  test("tries the other keys after a 403, each once, and none of them after a 404", async () => {
    const world = createRoutingWorld();
    const keyed = testCandidate("one", { keys: 2 });
    world.replies["one/m"] = [forbidden()];
    expect(await tries(world, keyed, two)).toEqual(["one#1/m unexplained", "one#2/m unexplained", "two/m ok"]);
    expect(await tries(world, keyed, two)).toEqual(["one#1/m unexplained", "one#2/m unexplained", "two/m ok"]);
    world.replies["one/m"] = [missing()];
    expect(await tries(world, keyed, two)).toEqual(["one#1/m unexplained", "two/m ok"]);
  });

  test("does not exclude the provider's other models from the same call", async () => {
    const world = createRoutingWorld();
    world.replies["one/m"] = [forbidden()];
    expect(await tries(world, one, { ...one, route: "one/other" })).toEqual(["one/m unexplained", "one/other ok"]);
  });

  test("is reported in the provider's words if no route is left, rather than a failure that is only our concern", async () => {
    const world = createRoutingWorld();
    world.replies["one/m"] = ["credentials"];
    world.replies["two/m"] = [missing()];
    expect(await world.call([one, two])).toMatchObject({ error: { code: "provider_unavailable", message: "Not found." } });
  });

  test("five times without a success in between is logged once as an error, without the provider's message, which may quote a caller", async () => {
    const world = createRoutingWorld();
    const errors = () => world.lines.filter(({ level }) => level === "error");
    const refuse = async (times: number) => {
      world.replies["one/m"] = [forbidden()];
      for (let call = 0; call < times; call++) await tries(world, one, two);
    };
    await refuse(4);
    world.replies["one/m"] = ["ok"];
    await tries(world, one, two);
    await refuse(4);
    expect(errors()).toEqual([]);
    await refuse(10);
    expect(errors().map(({ fields }) => fields)).toEqual([{ route: "one/m", key: "one", kind: "unexplained", status: 403, times: 5 }]);
    expect(JSON.stringify(world.lines)).not.toContain("words");
  });
});

test("a key that is rate-limited for zero time is tried once per round", async () => {
  const world = createRoutingWorld();
  world.replies["one/m"] = [failure("rate_limited", { retryAfterMs: 0 })];
  expect((await tries(world, testCandidate("one", { keys: 2 }))).length).toBeLessThanOrEqual(6);
});

test("without a route the call says so", async () => {
  expect((await createRoutingWorld().call([])).error).toMatchObject({ code: "provider_unavailable", message: "No provider of this model is configured.", retryable: false });
});

describe("a prompt that is too long", () => {
  const short = testCandidate("short", { contextTokens: 8_000 });
  test("moves on to a route with a longer context, skipping those without", async () => {
    const world = createRoutingWorld();
    world.replies["short/m"] = ["context_length"];
    const [same, unknown, long] = [testCandidate("same", { contextTokens: 8_000 }), testCandidate("unknown"), testCandidate("long", { contextTokens: 32_000, model: testModel("test/long") })];
    expect(await tries(world, short, same, unknown, long)).toEqual(["short/m context_length", "long/m ok"]);
  });

  test("is reported if there is none, and does not count against the route", async () => {
    const world = createRoutingWorld();
    world.replies["short/m"] = [failure("context_length", { message: "Too long." })];
    for (let call = 0; call < 10; call++) expect((await world.call([short, one])).error).toMatchObject({ message: "Too long.", retryable: false });
    expect(world.router.breakers()).toEqual([{ route: "short/m", state: "closed" }]);
  });

  test("is a 400 that names the field, if the call says which one the caller could shorten", async () => {
    const world = createRoutingWorld();
    world.replies["short/m"] = [failure("context_length", { message: "Too long." })];
    expect((await world.call([short], { promptField: "input" })).error).toMatchObject({ code: "invalid_request_error", param: "input", message: "input: Too long." });
  });

  test("is reported in preference to failures of the longer ones", async () => {
    const world = createRoutingWorld();
    world.replies["short/m"] = [failure("context_length", { message: "Too long." })];
    world.replies["long/m"] = ["malformed"];
    const end = await world.call([short, testCandidate("long", { contextTokens: 9_000 })]);
    expect(end).toMatchObject({ tries: ["short/m context_length", "long/m malformed"], error: { message: "Too long." } });
  });
});

describe("several keys of one provider", () => {
  const keyed = testCandidate("one", { keys: 3 });

  test("take turns", async () => {
    const world = createRoutingWorld();
    const answers = [];
    for (let call = 0; call < 4; call++) answers.push((await world.call([keyed])).answer);
    expect(answers).toEqual(["one#1/m", "one#2/m", "one#3/m", "one#1/m"]);
  });

  test.each(["rate_limited", "credentials", "quota"] as const)("%s: the next key is used in the same call, and the first one rests", async (kind) => {
    const world = createRoutingWorld();
    world.replies["one#1/m"] = [kind];
    expect(await tries(world, keyed)).toEqual([`one#1/m ${kind}`, "one#2/m ok"]);
    expect(await tries(world, keyed)).toEqual(["one#3/m ok"]);
    expect(await tries(world, keyed)).toEqual(["one#2/m ok"]);
  });

  test("a limited key is back after the time the provider gave", async () => {
    const world = createRoutingWorld();
    world.replies["one#1/m"] = [failure("rate_limited", { retryAfterMs: 30_000 }), "ok"];
    await tries(world, keyed);
    await world.clock.advance(29_999);
    const before = [await tries(world, keyed), await tries(world, keyed), await tries(world, keyed)].flat();
    expect(before).not.toContain("one#1/m ok");
    await world.clock.advance(1);
    const after = [await tries(world, keyed), await tries(world, keyed), await tries(world, keyed)].flat();
    expect(after).toContain("one#1/m ok");
  });

  test("a rate limit applies to one model, a rejected key is rejected for all", async () => {
    const world = createRoutingWorld();
    const single = testCandidate("one");
    const other = { ...single, route: "one/other" };
    world.replies["one/m"] = [failure("rate_limited", { retryAfterMs: 30_000 }), "credentials"];
    expect(await tries(world, single, two)).toEqual(["one/m rate_limited", "two/m ok"]);
    expect(await tries(world, other, two)).toEqual(["one/other ok"]);
    await world.clock.advance(30_000);
    expect(await tries(world, single, two)).toEqual(["one/m credentials", "two/m ok"]);
    expect(await tries(world, other, two)).toEqual(["two/m ok"]);
  });

  test("all resting: the next route is used, and the keys are left alone meanwhile", async () => {
    const world = createRoutingWorld();
    world.replies["one/m"] = ["credentials"];
    expect(await tries(world, keyed, two)).toEqual(["one#1/m credentials", "one#2/m credentials", "one#3/m credentials", "two/m ok"]);
    expect(await tries(world, keyed, two)).toEqual(["two/m ok"]);
  });

  test("a rejected key is logged once as an error, in the provider's words, and again only after it had worked", async () => {
    const world = createRoutingWorld();
    world.replies["one/m"] = [failure("credentials", { message: "Incorrect API key." }), "credentials", "ok", "credentials"];
    for (let call = 0; call < 4; call++) await world.call([one]);
    expect(world.lines.filter(({ level }) => level === "error").map(({ fields }) => [fields["key"], fields["message"]])).toEqual([
      ["one", "Incorrect API key."], ["one", "it is credentials"],
    ]);
  });

  test("a rejected key is not used again by the same call, not even on another route", async () => {
    const world = createRoutingWorld();
    world.replies["one/m"] = ["quota"];
    const single = testCandidate("one");
    const sameAccount = { ...single, route: "one/other", model: testModel("test/other") };
    expect(await world.call([single, sameAccount])).toMatchObject({ tries: ["one/m quota"], error: { message: "it is quota" } });
  });
});

describe("a model that is gone", () => {
  test("is logged once as an error and skipped for ten minutes", async () => {
    const world = createRoutingWorld();
    world.replies["one/m"] = [failure("model_gone", { message: "No such model." }), "ok"];
    expect(await tries(world, one, two)).toEqual(["one/m model_gone", "two/m ok"]);
    await world.clock.advance(599_999);
    expect(await tries(world, one, two)).toEqual(["two/m ok"]);
    await world.clock.advance(1);
    expect(await tries(world, one, two)).toEqual(["one/m ok"]);
    expect(world.lines.filter(({ level }) => level === "error")).toMatchObject([{ fields: { route: "one/m", message: "No such model." } }]);
  });
});

describe("a route with an open breaker", () => {
  const openBreaker = async () => {
    const world = createRoutingWorld();
    world.replies["one/m"] = ["cut"];
    for (let call = 0; call < 5; call++) await world.call([one, two]);
    expect(world.router.breakers()[0]).toEqual({ route: "one/m", state: "open" });
    return world;
  };

  test("is skipped", async () => {
    expect(await tries(await openBreaker(), one, two)).toEqual(["two/m ok"]);
  });

  test("is tried if nothing else is left: no call is rejected without a try", async () => {
    const world = await openBreaker();
    world.replies["one/m"] = ["ok"];
    expect(await tries(world, one)).toEqual(["one/m ok"]);
    expect(await tries(world, one, two)).toEqual(["one/m ok"]);
  });

  test("is tried after the others have failed, once", async () => {
    const world = await openBreaker();
    world.replies["two/m"] = ["malformed"];
    expect(await tries(world, one, two)).toEqual(["two/m malformed", "one/m cut"]);
  });

  test.each([
    ["whose caller went away", failure("aborted")],
    ["that is none of the provider's faults", failure("rejected")],
    ["that our own fault ended", new TypeError("a fault of ours")],
  ])("is tried by the next call after a trial %s", async (_what, ending) => {
    const world = await openBreaker();
    await world.clock.advance(5_000);
    await world.call([one, two], { attempt: () => Promise.reject(ending) });
    world.replies["one/m"] = ["ok"];
    expect(await tries(world, one, two)).toEqual(["one/m ok"]);
  });

  test("of several, only the one that closes soonest is tried", async () => {
    const world = await openBreaker();
    await world.clock.advance(1_000);
    world.replies["two/m"] = ["cut"];
    for (let call = 0; call < 5; call++) await world.call([two]);
    expect(await tries(world, two, one)).toEqual(["one/m cut"]);
  });

  test("opens by calls, not by tries: a call with several rounds is one failure", async () => {
    const world = createRoutingWorld();
    world.replies["one/m"] = ["server"];
    for (let call = 0; call < 4; call++) expect((await world.call([one])).tries).toHaveLength(3);
    expect(world.router.breakers()[0]?.state).toBe("closed");
    expect((await world.call([one])).tries).toHaveLength(1);
  });

  test.each(["rejected", "content_policy", "context_length", "rate_limited", "aborted"] as const)("is never opened by %s", async (kind) => {
    const world = createRoutingWorld();
    world.replies["one/m"] = [kind];
    for (let call = 0; call < 8; call++) await world.call([one]);
    expect(world.router.breakers()[0]?.state).toBe("closed");
  });

  test("is opened by answers that were cut after their first content", async () => {
    const { router, clock } = createRoutingWorld();
    for (let call = 0; call < 5; call++) {
      const route = await router.open({ candidates: [one], attempt: () => Promise.resolve("half"), trace: { attempts: [], waitedMs: 0 }, requestId: "", signal: new AbortController().signal });
      await clock.advance(10);
      route.ended({ kind: "cut", phase: undefined });
      route.ended();
    }
    expect(router.breakers()[0]?.state).toBe("open");
  });
});

describe("transient failures", () => {
  test.each(["server", "unreachable"] as const)("%s is retried after the other routes, twice, with pauses", async (kind) => {
    const world = createRoutingWorld();
    world.replies["one/m"] = [kind, kind, "ok"];
    world.replies["two/m"] = ["malformed"];
    const end = await world.call([one, two]);
    expect(end).toMatchObject({ tries: [`one/m ${kind}`, "two/m malformed", `one/m ${kind}`, "one/m ok"], answer: "one/m" });
    expect(end.trace.waitedMs).toBeGreaterThan(0);
  });

  test("a rate limit is waited for as long as the provider asks", async () => {
    const world = createRoutingWorld();
    world.replies["one/m"] = [failure("rate_limited", { retryAfterMs: 3_000 }), "ok"];
    const end = await world.call([one]);
    expect(end).toMatchObject({ tries: ["one/m rate_limited", "one/m ok"] });
    expect(end.tookMs).toBeGreaterThanOrEqual(3_000);
  });

  test("a rate limit without a time is retried after the usual pause, even if its only key rests for longer", async () => {
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
    expect(await world.call([one])).toMatchObject({ tries: ["one/m rate_limited"], tookMs: 0, error: { retryAfterMs: 60_000, retryable: true } });
  });

  test.each(["timeout", "malformed", "cut", "credentials", "quota", "model_gone", "unexplained"] as const)("%s is not retried by the same call", async (kind) => {
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
    expect(await world.call([a, b, one])).toMatchObject({ tries: ["p/m server", "p/other credentials", "one/m server", "one/m ok"], answer: "one/m" });
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
    world.clock.setTimer(() => { caller.abort(new CenoteError("cancelled")); }, 100);
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
        await new Promise<void>((resolve) => { world.clock.setTimer(resolve, Math.min(routeTry.limits.totalMs, 6_000)); });
        throw failure("server");
      },
    });
    expect(limits).toEqual([{ ...LIMITS, totalMs: 10_000 }, { ...LIMITS, totalMs: 4_000 }]);
    expect(end.tookMs).toBe(10_000);
    expect(end.error).toMatchObject({ code: "provider_unavailable" });
  });

  test("the number of tries is limited, however many routes and keys there are", async () => {
    const world = createRoutingWorld();
    const many = Array.from({ length: 40 }, (_route, index) => testCandidate(`p${index}`));
    for (const { route } of many) world.replies[route] = ["server"];
    expect((await world.call(many)).tries).toHaveLength(32);
  });
});

describe("among equally weighted routes", () => {
  test("the fastest is tried first, and one that has become fast is noticed", async () => {
    const draws = [0.5];
    const world = createRoutingWorld({ random: () => draws[0] ?? 0.5 });
    const [a, b] = [testCandidate("a", { weight: 1 }), testCandidate("b", { weight: 1 })];
    const speed: Record<string, number> = { "a/m": 800, "b/m": 200 };
    const ask = () => world.call([a, b], {
      async attempt({ candidate: { route } }) {
        await new Promise<void>((resolve) => { world.clock.setTimer(resolve, speed[route] ?? 0); });
        return route;
      },
    });
    for (let call = 0; call < 2; call++) await ask();
    expect((await ask()).answer).toBe("b/m");
    speed["a/m"] = 50;
    expect((await ask()).answer).toBe("b/m");
    await world.clock.advance(60_000);
    draws[0] = 0.01;
    await ask();
    draws[0] = 0.5;
    expect((await ask()).answer).toBe("a/m");
  });
});

test("an error keeps its cause for the log", async () => {
  const world = createRoutingWorld();
  world.replies["one/m"] = ["cut"];
  const { error } = await world.call([one]);
  expect((error as CenoteError).cause).toBeInstanceOf(ProviderError);
});
