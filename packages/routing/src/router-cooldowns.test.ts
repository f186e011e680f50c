import { atEndpoint } from "./candidates";
import { testCandidate, testModel } from "./testing/candidate";
import { createRoutingWorld, failure, tries } from "./testing/routing-world";

const [one, two] = [testCandidate("one"), testCandidate("two")];

describe("several keys of one provider", () => {
  const keyed = testCandidate("one", { keys: 3 });

  test("take turns", async () => {
    const world = createRoutingWorld();
    const answers = [];
    for (let call = 0; call < 4; call++) answers.push((await world.call([keyed])).answer);
    expect(answers).toEqual(["one#1/m", "one#2/m", "one#3/m", "one#1/m"]);
  });

  test.each(["rate_limited", "credentials", "quota"] as const)(
    "%s: the next key is used in the same call, and the first one is in cooldown",
    async (kind) => {
      const world = createRoutingWorld();
      world.replies["one#1/m"] = [kind];
      expect(await tries(world, keyed)).toEqual([`one#1/m ${kind}`, "one#2/m ok"]);
      expect(await tries(world, keyed)).toEqual(["one#3/m ok"]);
      expect(await tries(world, keyed)).toEqual(["one#2/m ok"]);
    },
  );

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

  test("all in cooldown: the next route is used, and the keys are left alone meanwhile", async () => {
    const world = createRoutingWorld();
    world.replies["one/m"] = ["credentials"];
    expect(await tries(world, keyed, two)).toEqual([
      "one#1/m credentials",
      "one#2/m credentials",
      "one#3/m credentials",
      "two/m ok",
    ]);
    expect(await tries(world, keyed, two)).toEqual(["two/m ok"]);
  });

  test("a rejected key is logged once as an error, in the provider's words, and again only after it had worked", async () => {
    const world = createRoutingWorld();
    world.replies["one/m"] = [
      failure("credentials", { message: "Incorrect API key." }),
      "credentials",
      "ok",
      "credentials",
    ];
    for (let call = 0; call < 4; call++) await world.call([one]);
    expect(
      world.lines.filter(({ level }) => level === "error").map(({ fields }) => [fields["key"], fields["message"]]),
    ).toEqual([
      ["one", "Incorrect API key."],
      ["one", "it is credentials"],
    ]);
  });

  test.each(["rejected", "content_policy", "context_length"] as const)(
    "%s: a provider that judges the request has taken the key, and has the model: the cooldowns of both end",
    async (kind) => {
      const world = createRoutingWorld();
      world.replies["one/m"] = ["credentials", "model_gone", kind, "server", "server", "ok"];
      for (let call = 0; call < 3; call++) await world.call([one]);
      expect(await tries(world, one)).toEqual(["one/m server", "one/m server", "one/m ok"]);
    },
  );

  test("a rejected key is not used again by the same call, not even on another route", async () => {
    const world = createRoutingWorld();
    world.replies["one/m"] = ["quota"];
    const single = testCandidate("one");
    const sameAccount = { ...single, route: "one/other", model: testModel("test/other") };
    expect(await world.call([single, sameAccount])).toMatchObject({
      tries: ["one/m quota"],
      error: { message: "it is quota" },
    });
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
    expect(world.lines.filter(({ level }) => level === "error")).toMatchObject([
      { fields: { route: "one/m", message: "No such model." } },
    ]);
  });

  test("is not logged again while it stays gone, but if it goes again after it had answered", async () => {
    const world = createRoutingWorld();
    world.replies["one/m"] = ["model_gone", "model_gone", "ok", "model_gone"];
    const errors: number[] = [];
    for (let time = 0; time < 4; time++) {
      await tries(world, one, two);
      errors.push(world.lines.filter(({ level }) => level === "error").length);
      await world.clock.advance(600_000);
    }
    expect(errors).toEqual([1, 1, 1, 2]);
  });
});

test.each(["model_gone", "server", "rate_limited"] as const)(
  "%s at one endpoint of a route takes that one alone out of service, and records and log name it",
  async (kind) => {
    const world = createRoutingWorld();
    const beside = atEndpoint(one, "m/image");
    world.replies["one/m/image"] = [failure(kind, { retryAfterMs: 60_000 })];
    for (let call = 0; call < 5; call++) expect(await tries(world, beside, two)).toContain("two/m ok");
    expect(await tries(world, beside, two)).toEqual(["two/m ok"]);
    expect(await tries(world, one, two)).toEqual(["one/m ok"]);
    expect(world.lines.find(({ fields }) => fields["kind"] === kind)?.fields["route"]).toBe("one/m/image");
  },
);

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

  test.each(["rejected", "content_policy", "context_length", "rate_limited", "aborted"] as const)(
    "is never opened by %s",
    async (kind) => {
      const world = createRoutingWorld();
      world.replies["one/m"] = [kind];
      for (let call = 0; call < 8; call++) await world.call([one]);
      expect(world.router.breakers()[0]?.state).toBe("closed");
    },
  );

  test("is opened by answers that were cut after their first content", async () => {
    const { router, clock } = createRoutingWorld();
    for (let call = 0; call < 5; call++) {
      const route = await router.open({
        candidates: [one],
        attempt: () => Promise.resolve("half"),
        history: { attempts: [], waitedMs: 0 },
        requestId: "",
        signal: new AbortController().signal,
      });
      await clock.advance(10);
      route.reportEnd({ kind: "cut", phase: undefined });
      route.reportEnd();
    }
    expect(router.breakers()[0]?.state).toBe("open");
  });
});
