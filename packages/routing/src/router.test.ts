import type { CenoteError } from "@cenote/core";
import { ProviderError } from "@cenote/providers";
import { testCandidate, testModel } from "./testing/candidate";
import type { CallHistory, RouteAnswer } from "./routed-call";
import { createRoutingWorld, failure, tries } from "./testing/routing-world";

const [one, two] = [testCandidate("one"), testCandidate("two")];

describe("a failed try", () => {
  test.each([
    "unreachable",
    "timeout",
    "rate_limited",
    "credentials",
    "quota",
    "model_gone",
    "unexplained",
    "server",
    "malformed",
    "cut",
  ] as const)("%s: the next route answers", async (kind) => {
    const world = createRoutingWorld();
    world.replies["one/m"] = [kind];
    expect(await world.call([one, two])).toMatchObject({
      tries: [`one/m ${kind}`, "two/m ok"],
      answer: "two/m",
      tookMs: 0,
    });
  });

  test.each(["rejected", "content_policy"] as const)(
    "%s is reported at once, in the provider's words",
    async (kind) => {
      const world = createRoutingWorld();
      world.replies["one/m"] = [failure(kind, { message: "Not that." })];
      expect(await world.call([one, two])).toMatchObject({
        tries: [`one/m ${kind}`],
        error: { code: "provider_unavailable", message: "Not that.", retryable: false },
      });
    },
  );

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
    expect(await world.call([one])).toMatchObject({
      error: { code: "invalid_request_error", message: "messages: no.", param: "messages" },
    });
  });

  test("aborted ends the call, and does not count against the route", async () => {
    const world = createRoutingWorld();
    world.replies["one/m"] = ["aborted"];
    for (let call = 0; call < 10; call++)
      expect(await world.call([one, two])).toMatchObject({ tries: ["one/m aborted"], error: { code: "cancelled" } });
    expect(world.router.breakers()).toEqual([{ route: "one/m", state: "closed" }]);
    expect(world.lines).toEqual([]);
  });

  test("is logged in one line, with the key's name and without its secret", async () => {
    const world = createRoutingWorld();
    const keyed = testCandidate("one", { keys: 2 });
    world.replies["one/m"] = [failure("rate_limited", { retryAfterMs: 700 })];
    await world.call([keyed, two]);
    expect(world.lines.map(({ level, fields }) => ({ level, ...fields }))).toMatchObject([
      {
        level: "warn",
        requestId: "req_1",
        route: "one/m",
        key: "one#1",
        kind: "rate_limited",
        retryAfterMs: 700,
        durationMs: 0,
      },
      { level: "warn", key: "one#2" },
      { level: "debug", route: "two/m" },
    ]);
    expect(JSON.stringify(world.lines)).not.toContain("secret");
  });

  test("is not affected by who only asked whether there is a spare route", async () => {
    const world = createRoutingWorld();
    const spare = testCandidate("two", { keys: 2 });
    const keys: string[] = [];
    for (let call = 0; call < 2; call++) {
      await world.call([one, spare], {
        attempt: ({ candidate, target, hasSpare }) => {
          if (candidate === spare) keys.push(target.apiKey ?? "");
          else expect(hasSpare()).toBe(true);
          return candidate === spare ? Promise.resolve("ok") : Promise.reject(failure("server"));
        },
      });
    }
    expect(keys).toEqual(["secret 1", "secret 2"]);
  });

  test("has no spare in a route that is out of service, or whose key was refused", async () => {
    const world = createRoutingWorld();
    const spares: boolean[] = [];
    const noting = () =>
      world.call([one, two], {
        attempt: ({ hasSpare }) => {
          spares.push(hasSpare());
          return Promise.resolve("ok");
        },
      });
    await noting();
    world.replies["two/m"] = ["malformed"];
    for (let call = 0; call < 5; call++) await world.call([two]);
    await noting();
    await world.clock.advance(5_000);
    await noting();
    world.replies["two/m"] = ["ok", "credentials"];
    await world.call([two]);
    await world.call([two]);
    await noting();
    expect(spares).toEqual([true, false, true, false]);
  });

  test("is not routed around if the fault is not a provider's", async () => {
    const world = createRoutingWorld();
    expect(
      await world.call([one, two], { attempt: () => Promise.reject(new TypeError("a fault of ours")) }),
    ).toMatchObject({ error: { code: "internal_error" } });
  });
});

describe("the duration of a try", () => {
  test.each([
    ["an answer to its end", undefined],
    ["one that broke off", { kind: "cut", phase: undefined }],
    ["one whose reader left", { kind: "aborted", phase: undefined }],
  ] as const)("is that of %s, not only to its first content", async (_what, end) => {
    const world = createRoutingWorld();
    await world.clock.advance(1_000);
    const history: CallHistory = { attempts: [], waitedMs: 0 };
    const route = await world.router.open<string>({
      candidates: [one],
      history,
      requestId: "req_1",
      signal: new AbortController().signal,
      attempt: () => Promise.resolve("content"),
    });
    await world.clock.advance(30);
    expect(history.attempts).toEqual([{ route: "one/m", outcome: "ok", durationMs: 0 }]);
    route.reportEnd(end);
    await world.clock.advance(30);
    expect(history.attempts).toEqual([{ route: "one/m", outcome: end?.kind ?? "ok", durationMs: 30 }]);
  });
});

describe("the log of a try", () => {
  const linesOf = async (end: Parameters<RouteAnswer<string>["reportEnd"]>[0]) => {
    const world = createRoutingWorld();
    await world.clock.advance(1_000);
    const route = await world.router.open<string>({
      candidates: [one],
      history: { attempts: [], waitedMs: 0 },
      requestId: "req_1",
      signal: new AbortController().signal,
      attempt: () => Promise.resolve("content"),
    });
    await world.clock.advance(30);
    route.reportEnd(end);
    return world.lines.map(({ level, fields }) => ({ level, ...fields }));
  };

  test("has route and time of one that answered, for whoever wants to see them", async () => {
    expect(await linesOf(undefined)).toEqual([
      { level: "debug", requestId: "req_1", route: "one/m", key: "one", durationMs: 30 },
    ]);
  });

  test("says that an answer broke off after content, and nothing if its caller left", async () => {
    expect(await linesOf({ kind: "timeout", phase: "idle" })).toMatchObject([
      { level: "warn", route: "one/m", kind: "timeout", phase: "idle", afterContent: true, durationMs: 30 },
    ]);
    expect(await linesOf({ kind: "aborted", phase: undefined })).toEqual([]);
  });

  const failedLine = async (error: ProviderError) => {
    const world = createRoutingWorld();
    world.replies["one/m"] = [error];
    const { error: told } = await world.call([one]);
    return { fields: world.lines.find(({ level }) => level === "warn")?.fields, told };
  };

  test("has the address that its caller does not see", async () => {
    const { fields, told } = await failedLine(
      new ProviderError({
        kind: "unreachable",
        message: "The provider refuses connections.",
        origin: "http://10.0.0.7:8000",
      }),
    );
    expect(fields).toMatchObject({ route: "one/m", origin: "http://10.0.0.7:8000" });
    expect(told).toMatchObject({ code: "provider_unavailable", message: "The provider refuses connections." });
  });

  test("says where the provider redirects to and what may be set wrong, which its caller does not see", async () => {
    const facts = { redirect: "https://b.test/v1/chat", hint: "its base_url may be wrong" };
    const { fields, told } = await failedLine(
      new ProviderError({ kind: "malformed", status: 307, message: "m", ...facts }),
    );
    expect(fields).toMatchObject(facts);
    expect(told).toMatchObject({ code: "provider_unavailable", message: "m" });
  });
});

describe("an unexplained 403 or 404", () => {
  const forbidden = () =>
    new ProviderError({
      kind: "unexplained",
      message: "The caller does not have permission: the caller's words",
      status: 403,
      hint: "a hint",
    });
  const missing = () => new ProviderError({ kind: "unexplained", message: "Not found.", status: 404 });

  test("moves on to the next route, and affects neither key nor route, however often it comes", async () => {
    const world = createRoutingWorld();
    for (const reply of [forbidden(), missing()]) {
      world.replies["one/m"] = [reply];
      for (let call = 0; call < 30; call++)
        expect(await tries(world, one, two)).toEqual(["one/m unexplained", "two/m ok"]);
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
    expect(await world.call([one, two])).toMatchObject({
      error: { code: "provider_unavailable", message: "Not found." },
    });
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
    expect(errors().map(({ fields }) => fields)).toEqual([
      { route: "one/m", key: "one", kind: "unexplained", status: 403, times: 5, hint: "a hint" },
    ]);
    expect(JSON.stringify(world.lines)).not.toContain("words");
  });
});

test("without a route the call says so", async () => {
  expect((await createRoutingWorld().call([])).error).toMatchObject({
    code: "provider_unavailable",
    message: "No provider of this model is configured.",
    retryable: false,
  });
});

describe("a request that the provider refuses", () => {
  const isGiven = (field: string) => field === "tools";
  const words = "Invalid 'tools': array too long.";

  test("is a 400 that names the field, if the provider names one that the caller set", async () => {
    const world = createRoutingWorld();
    world.replies["one/m"] = [failure("rejected", { message: words, fields: ["response_format", "tools"] })];
    expect((await world.call([one], { isGiven })).error).toMatchObject({
      code: "invalid_request_error",
      param: "tools",
      message: `tools: ${words}`,
    });
    world.replies["one/m"] = [failure("context_length", { message: "tools: too many.", fields: ["tools"] })];
    expect(
      (await world.call([one], { isGiven, prompt: { field: "input", isInvalidIfLong: true } })).error,
    ).toMatchObject({
      param: "tools",
      message: "tools: too many.",
    });
  });

  test.each([[[]], [["stop"]]])(
    "is provider_unavailable, if the provider names no field that the caller set: %j",
    async (fields) => {
      const world = createRoutingWorld();
      world.replies["one/m"] = [failure("rejected", { message: words, fields })];
      for (const more of [{ isGiven }, {}])
        expect((await world.call([one], more)).error).toMatchObject({
          code: "provider_unavailable",
          message: words,
          retryable: false,
        });
    },
  );

  test("is provider_unavailable that names the prompt, if the refusal is about it", async () => {
    const world = createRoutingWorld();
    const prompt = { field: "messages" };
    const param = async (...told: Parameters<typeof failure>) => {
      world.replies["one/m"] = [failure(...told)];
      const { error } = await world.call([one], { isGiven, prompt });
      expect(error).toMatchObject({ code: "provider_unavailable", message: words, retryable: false });
      return (error as CenoteError).param;
    };
    expect(await param("rejected", { message: words, namesPrompt: true })).toBe("messages");
    expect(await param("context_length", { message: words })).toBe("messages");
    expect(await param("rejected", { message: words })).toBeUndefined();
  });

  test("is provider_unavailable, if it is refused by policy", async () => {
    const world = createRoutingWorld();
    world.replies["one/m"] = [failure("content_policy", { message: words, fields: ["tools"] })];
    expect((await world.call([one], { isGiven })).error).toMatchObject({ code: "provider_unavailable" });
  });
});

describe("a prompt that is too long", () => {
  const short = testCandidate("short", { contextTokens: 8_000 });
  test("moves on to a route with a longer context, skipping those without", async () => {
    const world = createRoutingWorld();
    world.replies["short/m"] = ["context_length"];
    const [same, unknown, long] = [
      testCandidate("same", { contextTokens: 8_000 }),
      testCandidate("unknown"),
      testCandidate("long", { contextTokens: 32_000, model: testModel("test/long") }),
    ];
    expect(await tries(world, short, same, unknown, long)).toEqual(["short/m context_length", "long/m ok"]);
  });

  test("moves on from a route whose context is unknown to every known one, and to no other unknown one", async () => {
    const world = createRoutingWorld();
    world.replies["first/m"] = ["context_length"];
    const [first, second] = [testCandidate("first"), testCandidate("second")];
    expect(await tries(world, first, second, short)).toEqual(["first/m context_length", "short/m ok"]);
  });

  test("is reported if there is none, and does not count against the route", async () => {
    const world = createRoutingWorld();
    world.replies["short/m"] = [failure("context_length", { message: "Too long." })];
    for (let call = 0; call < 10; call++)
      expect((await world.call([short, one])).error).toMatchObject({ message: "Too long.", retryable: false });
    expect(world.router.breakers()).toEqual([{ route: "short/m", state: "closed" }]);
  });

  test("is reported at once, and not after another try of a route that failed before and takes no more", async () => {
    const world = createRoutingWorld();
    world.replies["failed/m"] = ["server"];
    world.replies["short/m"] = [failure("context_length", { message: "Too long." })];
    const failed = testCandidate("failed", { contextTokens: 8_000 });
    expect(await world.call([failed, short])).toMatchObject({
      tries: ["failed/m server", "short/m context_length"],
      error: { message: "Too long." },
      tookMs: 0,
    });
  });

  test("is a 400 that names the field, if the call says which one the caller could shorten", async () => {
    const world = createRoutingWorld();
    world.replies["short/m"] = [failure("context_length", { message: "Too long." })];
    expect((await world.call([short], { prompt: { field: "input", isInvalidIfLong: true } })).error).toMatchObject({
      code: "invalid_request_error",
      param: "input",
      message: "input: Too long.",
    });
  });

  test("is reported in preference to failures of the longer ones", async () => {
    const world = createRoutingWorld();
    world.replies["short/m"] = [failure("context_length", { message: "Too long." })];
    world.replies["long/m"] = ["malformed"];
    const end = await world.call([short, testCandidate("long", { contextTokens: 9_000 })]);
    expect(end).toMatchObject({
      tries: ["short/m context_length", "long/m malformed"],
      error: { message: "Too long." },
    });
  });
});

describe("among equally weighted routes", () => {
  test("the fastest is tried first, and one that has become fast is noticed", async () => {
    const draws = [0.5];
    const world = createRoutingWorld({ random: () => draws[0] ?? 0.5 });
    const [a, b] = [testCandidate("a", { weight: 1 }), testCandidate("b", { weight: 1 })];
    const speed: Record<string, number> = { "a/m": 800, "b/m": 200 };
    const ask = () =>
      world.call([a, b], {
        async attempt({ candidate: { route } }) {
          await new Promise<void>((resolve) => {
            world.clock.setTimer(resolve, speed[route] ?? 0);
          });
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
