import { type ChatRequest, type StreamChatCompletionResponse, UsageUnit } from "@cenote/contracts";
import {
  type ChatCall,
  type ChatSetting,
  type ChatEvent,
  ProviderError,
  type ProviderErrorKind,
  type TimeLimitPhase,
} from "@cenote/providers";
import { deferred } from "@cenote/testkit";
import { chat, context, createTestScope, type TestScope } from "../testing/scope";
import { streamChat } from "./stream-chat";

const text = (value: string): ChatEvent => ({ type: "text", text: value });
const usage = (promptTokens: number, completionTokens: number): ChatEvent => ({
  type: "usage",
  usage: { promptTokens, completionTokens, cachedTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 },
});
const finish: ChatEvent = { type: "finish", reason: "stop" };
const broken = (kind: ProviderErrorKind, phase?: TimeLimitPhase) =>
  new ProviderError({ kind, message: `first: ${kind}`, ...(phase === undefined ? {} : { phase }) });

const read = async (stream: AsyncIterable<StreamChatCompletionResponse>) => {
  const kinds: string[] = [];
  let said = "";
  let error: unknown;
  let finished: unknown;
  try {
    for await (const { events } of stream) {
      for (const { event } of events) {
        kinds.push(event?.$case ?? "");
        if (event?.$case === "text") said += event.value;
        if (event?.$case === "finished") finished = event.value;
      }
    }
  } catch (thrown) {
    error = thrown;
  }
  return { kinds, said, error, finished };
};

const ask = (world: TestScope, options: Partial<ChatRequest> = {}, model = "test/going-on") =>
  read(
    streamChat(
      world.scope,
      { context: context(), chat: chat(model, { continueOnCut: true, ...options }) },
      new AbortController().signal,
    ),
  );

describe("an interrupted answer that is continued", () => {
  test.each([
    ["cut", undefined],
    ["server", undefined],
    ["timeout", "idle"],
  ] as const)("%s: the caller sees one answer, and pays for both prompts and all output", async (kind, phase) => {
    const world = createTestScope();
    world.client.streams.first = [[[text("one two ")], broken(kind, phase)]];
    world.client.streams.second = [
      [
        [text("three"), text(" four")],
        [finish, usage(9, 2)],
      ],
    ];
    const { kinds, said, error, finished } = await ask(world);
    expect({ said, error }).toEqual({ said: "one two three four", error: undefined });
    expect(kinds.filter((event) => event !== "text")).toEqual(["started", "finished"]);
    expect(finished).toMatchObject({
      finishReason: "stop",
      usage: { promptTokens: 7 + 9, completionTokens: 2 + 2, costNanoMxn: 20n },
    });
    expect(world.billing.settled).toHaveLength(1);
    expect(world.billing.settled[0]).toMatchObject({ model: "test/going-on", record: { outcome: "ok" } });
    expect(world.billing.settled[0]?.record?.attempts.map(({ route, outcome }) => `${route} ${outcome}`)).toEqual([
      `one/first ${kind}`,
      "two/second ok",
    ]);
    expect((world.client.calls[1]?.call as ChatCall | undefined)?.messages.at(-1)).toEqual({
      role: "assistant",
      content: "one two",
    });
  });

  test("an answer that ends without having finished is one", async () => {
    const world = createTestScope();
    world.client.streams.first = [[[text("one two ")]]];
    world.client.streams.second = [[[text("three"), finish, usage(9, 1)]]];
    expect(await ask(world)).toMatchObject({ said: "one two three", error: undefined });
    expect(world.billing.settled[0]?.record?.attempts.map(({ outcome }) => outcome)).toEqual(["cut", "ok"]);
  });

  test("it counts everything of both parts", async () => {
    const world = createTestScope();
    const told: ChatEvent = {
      type: "usage",
      usage: { promptTokens: 20, completionTokens: 5, cachedTokens: 4, cacheWriteTokens: 2, reasoningTokens: 3 },
    };
    world.client.streams.first = [[[text("one ")], [told], broken("cut")]];
    world.client.streams.second = [[[text("two"), finish, told]]];
    expect((await ask(world)).finished).toMatchObject({
      usage: {
        promptTokens: 40,
        completionTokens: 10,
        totalTokens: 50,
        cachedTokens: 8,
        cacheWriteTokens: 4,
        reasoningTokens: 6,
      },
    });
  });

  test("it has no more time than one answer", async () => {
    const world = createTestScope();
    world.client.streams.first = [[[text("one ")], broken("cut")]];
    world.client.streams.second = [[[text("two"), finish, usage(9, 1)]]];
    const stream = streamChat(
      world.scope,
      { context: context(), chat: chat("test/going-on", { continueOnCut: true }) },
      new AbortController().signal,
    );
    await stream.next();
    await world.clock.advance(20_000);
    expect(await read(stream)).toMatchObject({ said: "two", error: undefined });
    expect(world.client.calls.map(({ limits }) => limits.totalMs)).toEqual([60_000, 40_000]);
  });

  describe("over routes that support different fields", () => {
    const dropping = (world: TestScope, lacks: Readonly<Record<string, readonly ChatSetting[]>>) => {
      Object.assign(world.scope.catalog.current().models.get("test/going-on") ?? {}, { unsupported: "drop" });
      world.client.unsupported = (call, { provider }) =>
        (lacks[provider] ?? []).filter((field) => call[field] !== undefined);
      world.client.streams.first = [[[text("one ")], broken("cut")]];
      world.client.streams.second = [[[text("two"), finish, usage(9, 1)]]];
    };

    test("each gets the fields it supports", async () => {
      const world = createTestScope();
      dropping(world, { one: ["seed", "user"], two: ["seed"] });
      world.client.streams.second = [[broken("server")]];
      world.client.streams.first = [[[text("one ")], broken("cut")], [[text("two"), finish, usage(9, 1)]]];
      const { said } = await ask(world, { seed: 7n, user: "u" });
      expect(said).toBe("one two");
      expect(world.client.calls.map(({ target, call }) => [target.provider, (call as ChatCall).user])).toEqual([
        ["one", undefined],
        ["two", "u"],
        ["one", undefined],
      ]);
    });

    test("one that honours all is tried first, whatever the others weigh", async () => {
      const world = createTestScope();
      dropping(world, { one: ["seed"] });
      for (const [index, route] of (world.scope.catalog.current().models.get("test/going-on")?.routes ?? []).entries())
        Object.assign(route, { weight: index === 0 ? 3 : 1 });
      await ask(world, { seed: 7n });
      expect(world.client.calls[0]?.target.provider).toBe("two");
    });

    test("no route is used that would drop a field not reported to the caller", async () => {
      const world = createTestScope();
      dropping(world, { two: ["seed"] });
      const providers = () => world.client.calls.map(({ target }) => target.provider);
      expect((await ask(world, { seed: 7n })).error).toMatchObject({ message: expect.stringContaining("first: cut") });
      expect(providers()).not.toContain("two");
      expect((await ask(world)).said).toBe("one two");
      expect(providers()).toContain("two");
    });
  });

  test("not over a route that refuses the beginning of an answer", async () => {
    const world = createTestScope();
    world.client.unsupported = ({ messages }, { provider }) =>
      provider === "two" && messages.at(-1)?.role === "assistant"
        ? [{ field: "messages", why: "takes no prefill." }]
        : [];
    world.client.streams.first = [[[text("one ")], broken("cut")], [[text("two"), finish, usage(9, 1)]]];
    expect((await ask(world)).said).toBe("one two");
    expect(world.client.calls.map(({ target }) => target.provider)).toEqual(["one", "one"]);
  });

  test("the hold grows by the second prompt", async () => {
    const world = createTestScope();
    world.client.streams.first = [[[text("one ")], broken("cut")]];
    world.client.streams.second = [[[text("two")], [text(" three")], [finish, usage(9, 2)]]];
    await ask(world);
    const held = world.billing.grown.map(({ estimate }) =>
      Number(estimate.find(({ unit }) => unit === UsageUnit.USAGE_UNIT_INPUT_TOKEN)?.quantity),
    );
    expect(held[0]).toBe(21);
  });

  test("the hold grows with the output of all parts together", async () => {
    const outputsHeld = async (words: string) => {
      const world = createTestScope();
      world.client.streams.first = [[[text(words)], broken("cut")]];
      world.client.streams.second = [[[text(words)], [finish, usage(9, 2)]]];
      await ask(world);
      return world.billing.grown.map(({ estimate }) =>
        Number(estimate.find(({ unit }) => unit === UsageUnit.USAGE_UNIT_OUTPUT_TOKEN)?.quantity),
      );
    };
    const [covered = 0, ...none] = await outputsHeld("one ");
    expect(none).toEqual([]);
    // Four characters count as a token, and a hold grows once three quarters of it are used.
    expect(await outputsHeld("one ".repeat(covered * 0.5))).toEqual([covered, 2 * covered]);
  });

  test("can be enabled in the configuration instead of by the caller", async () => {
    const world = createTestScope();
    const row = world.scope.catalog.current().models.get("test/going-on");
    Object.assign(row ?? {}, { continueOnCut: true });
    world.client.streams.first = [[[text("one ")], broken("cut")]];
    world.client.streams.second = [[[text("two"), finish, usage(9, 1)]]];
    expect((await ask(world, { continueOnCut: false })).said).toBe("one two");
  });

  test("may use the route that was cut, if the others fail; text the provider repeats is removed", async () => {
    const world = createTestScope();
    const said = "one two three four five ";
    world.client.streams.first = [
      [[text(said)], broken("cut")],
      [[text("one two three four five"), text(" six"), finish, usage(9, 6)]],
    ];
    world.client.streams.second = [[broken("malformed")]];
    expect(await ask(world)).toMatchObject({ said: `${said}six`, error: undefined });
    expect(world.billing.settled[0]?.record?.attempts.map(({ outcome }) => outcome)).toEqual([
      "cut",
      "malformed",
      "ok",
    ]);
  });

  test("may happen more than once, but not without limit", async () => {
    const world = createTestScope();
    world.client.streams.first = [[[text("a ")], broken("cut")]];
    world.client.streams.second = [[[text("b ")], broken("cut")]];
    const { said, error } = await ask(world);
    expect(said).toBe("a b a b ");
    expect(error).toMatchObject({ code: "provider_unavailable", retryable: false });
    expect(world.client.calls).toHaveLength(4);
  });

  test("may generate no more than what is left of the maximum", async () => {
    const world = createTestScope();
    world.client.streams.first = [[[text("one two ")], broken("cut")]];
    world.client.streams.second = [[[text("three"), { type: "finish", reason: "length" }, usage(9, 1)]]];
    expect(await ask(world, { maxTokens: 3 })).toMatchObject({
      said: "one two three",
      finished: { finishReason: "length" },
    });
    expect((world.client.calls[1]?.call as ChatCall | undefined)?.maxTokens).toBe(1);
  });

  test("has no second reasoning", async () => {
    const world = createTestScope();
    world.client.streams.first = [[[{ type: "reasoning", text: "Hm." }], [text("one ")], broken("cut")]];
    world.client.streams.second = [[[{ type: "reasoning", text: "Hm again." }], [text("two"), finish, usage(9, 3)]]];
    expect(await ask(world)).toMatchObject({
      said: "one two",
      kinds: ["started", "reasoning", "text", "text", "finished"],
    });
  });
});

describe("an interrupted answer is not continued, and ends with the first failure,", () => {
  const tool: ChatEvent = { type: "tool_call", index: 0, id: "c", name: "f", arguments: "{" };
  const cases: [string, ChatEvent[], Partial<ChatRequest>, string][] = [
    ["where the caller did not ask", [text("one ")], { continueOnCut: false }, "test/going-on"],
    ["where the model takes no beginning of an answer", [text("one ")], {}, "test/two-routes"],
    [
      "with a tool call under way",
      [text("one "), tool],
      { tools: [{ name: "f", description: "", parametersJson: "" }] },
      "test/going-on",
    ],
    ["where it declined", [{ type: "refusal", text: "I can" }], {}, "test/going-on"],
    ["with nothing but reasoning", [{ type: "reasoning", text: "Hm" }], {}, "test/going-on"],
  ];
  test.each(cases)("%s", async (_what, events, options, model) => {
    const world = createTestScope();
    world.client.streams.first = [[events, broken("cut")]];
    world.client.streams.second = [[[text("never")]]];
    expect((await ask(world, options, model)).error).toMatchObject({
      code: "provider_unavailable",
      message: "first: cut",
      retryable: false,
    });
    expect(world.client.calls).toHaveLength(1);
    expect(world.billing.settled).toHaveLength(1);
  });

  test("where JSON was asked for, also of a route that is only told so in words", async () => {
    const world = createTestScope();
    world.client.unsupported = ({ tools, responseFormat }) =>
      tools !== undefined && responseFormat !== undefined ? ["responseFormat"] : [];
    world.client.streams.first = [[[text('{"a":')], broken("cut")]];
    world.client.streams.second = [[[text("never")]]];
    const { said, error } = await ask(world, {
      responseFormat: { type: "json_object", name: "", description: "", schemaJson: "" },
      tools: [{ name: "f", description: "", parametersJson: "" }],
    });
    expect(world.client.calls).toEqual([
      expect.objectContaining({ call: expect.not.objectContaining({ responseFormat: expect.anything() }) }),
    ]);
    expect({ said, error }).toEqual({ said: '{"a":', error: expect.objectContaining({ message: "first: cut" }) });
  });

  test("if no route continues it, and only what arrived is charged", async () => {
    const world = createTestScope();
    world.client.streams.first = [[[text("one two ")], broken("timeout", "idle")]];
    world.client.streams.second = [[new ProviderError({ kind: "rejected", message: "second: no" })]];
    expect((await ask(world)).error).toMatchObject({ message: "first: timeout", retryable: false });
    expect(
      world.billing.settled[0]?.usage.find(({ unit }) => unit === UsageUnit.USAGE_UNIT_OUTPUT_TOKEN)?.quantity,
    ).toBe(2n);
    expect(world.client.calls).toHaveLength(2);
  });

  test("if the balance does not cover another prompt: no other route is called", async () => {
    const world = createTestScope();
    world.billing.availableNanoMxn = -1n;
    world.client.streams.first = [[[text("one two ")], broken("cut")]];
    world.client.streams.second = [[[text("never")]]];
    expect((await ask(world)).error).toMatchObject({
      code: "provider_unavailable",
      message: "first: cut",
      retryable: false,
    });
    expect(world.client.calls).toHaveLength(1);
    expect(world.billing.settled).toHaveLength(1);
  });

  test("if the caller leaves while another route is tried: the output of both parts is charged, once", async () => {
    const world = createTestScope();
    world.client.streams.first = [[[text("one two ")], broken("cut")]];
    world.client.streams.second = [["hang"]];
    const caller = new AbortController();
    const stream = streamChat(
      world.scope,
      { context: context(), chat: chat("test/going-on", { continueOnCut: true }) },
      caller.signal,
    );
    await stream.next();
    const next = stream.next().catch((error: unknown) => error);
    await world.clock.advance(0);
    caller.abort();
    expect(await next).toMatchObject({ code: "cancelled" });
    expect(world.billing.settled).toHaveLength(1);
    expect(world.client.aborted).toBe(1);
  });
});

describe("a stream with a slow start", () => {
  const askSwift = async (world: TestScope) => {
    const done = ask(world, {}, "test/swift");
    await world.clock.advance(2_000);
    return done;
  };

  test("is abandoned for the next route while nothing was sent", async () => {
    const world = createTestScope();
    world.client.streams.first = [[[text("a")], "hang"]];
    world.client.streams.second = [[[text("quick and long"), finish, usage(5, 3)]]];
    expect(await askSwift(world)).toMatchObject({ said: "quick and long", error: undefined });
    expect(world.client.aborted).toBe(1);
    expect(world.billing.settled[0]?.record?.attempts.map(({ outcome }) => outcome)).toEqual(["timeout", "ok"]);
  });

  test("is kept if it is short but complete, or becomes long enough in time", async () => {
    for (const steps of [
      [[text("a")], [finish, usage(5, 1)]],
      [[text("a")], [text(" long beginning")], [finish, usage(5, 3)]],
    ]) {
      const world = createTestScope();
      world.client.streams.first = [steps];
      expect(await askSwift(world)).toMatchObject({ error: undefined });
      expect(world.client.calls).toHaveLength(1);
    }
  });

  test("is sent at once if it is short but complete, even if usage arrives later", async () => {
    const world = createTestScope();
    world.client.streams.first = [[[text("a"), finish], "hang"]];
    const caller = new AbortController();
    const stream = streamChat(world.scope, { context: context(), chat: chat("test/swift") }, caller.signal);
    expect((await stream.next()).value).toMatchObject({
      events: [{ event: { $case: "started" } }, { event: { $case: "text", value: "a" } }],
    });
    caller.abort();
    await stream.return();
  });

  test("goes to the next route if it is cut there; without one it fails, and nothing is charged", async () => {
    const world = createTestScope();
    world.client.streams.first = [[[text("a")]]];
    world.client.streams.second = [[[text("quick and long"), finish, usage(5, 3)]], [[text("b")]]];
    expect(await askSwift(world)).toMatchObject({ said: "quick and long", error: undefined });
    expect(world.billing.settled[0]?.record?.attempts.map(({ outcome }) => outcome)).toEqual(["cut", "ok"]);
    expect(await askSwift(world)).toMatchObject({
      said: "",
      error: { code: "provider_unavailable", message: "The provider cut its answer short." },
    });
    expect(world.billing.settled).toHaveLength(1);
  });

  test("is kept if no other route is left", async () => {
    const world = createTestScope();
    world.client.streams.first = [[broken("malformed")]];
    world.client.streams.second = [[[text("a")], "hang"]];
    const caller = new AbortController();
    const stream = streamChat(world.scope, { context: context(), chat: chat("test/swift") }, caller.signal);
    const first = stream.next();
    await world.clock.advance(2_000);
    expect(world.client.aborted).toBe(0);
    expect((await first).value).toMatchObject({
      events: [{ event: { $case: "started" } }, { event: { $case: "text", value: "a" } }],
    });
    caller.abort();
    await stream.return();
  });
});

test("a stream with a slow start that no other route can replace loses nothing of what comes later", async () => {
  const world = createTestScope();
  const later = deferred<readonly ChatEvent[]>();
  world.client.streams.first = [[broken("malformed")]];
  world.client.streams.second = [[[text("a")], later.promise, [text(" last"), finish, usage(5, 3)]]];
  const answer = ask(world, {}, "test/swift");
  await world.clock.advance(2_000);
  later.resolve([text(" slow one, at")]);
  expect(await answer).toMatchObject({ said: "a slow one, at last", error: undefined });
});

test("fields the model does not support are dropped and reported with the first content, if its row allows it", async () => {
  const world = createTestScope();
  world.client.streams.dropping = [[[text("ok"), finish, usage(1, 1)]]];
  const stream = streamChat(
    world.scope,
    {
      context: context(),
      chat: chat("test/dropping", {
        tools: [{ name: "f", description: "", parametersJson: "" }],
        reasoningEffort: "high",
      }),
    },
    new AbortController().signal,
  );
  const { value } = await stream.next();
  expect(value).toMatchObject({
    events: [{ event: { value: { info: { droppedFields: ["tools", "reasoning_effort"] } } } }, {}],
  });
  expect(world.client.calls[0]?.call).not.toHaveProperty("tools");
  await stream.return();
});
