import type { Capability, ChatModel } from "@cenote/catalog";
import type { ChatCall, UnsupportedField } from "@cenote/providers";
import type { ChatCandidate } from "./chat-candidate";
import { testCandidate, testModel } from "@cenote/routing/testing";
import { createContextCheck } from "./context-limit";
import { adaptRoutes } from "./adapt-routes";

const CALL: ChatCall = { messages: [{ role: "user", content: "Hi" }] };
const model = (id: string, capabilities: Capability[] = [], rest: Partial<ChatModel> = {}): ChatModel => ({
  ...testModel(id),
  capabilities: new Set(capabilities),
  ...rest,
});

const adapted = (
  call: ChatCall,
  candidates: readonly ChatCandidate[],
  options: { readonly unsupported?: Record<string, readonly UnsupportedField[]>; readonly promptTokens?: number } = {},
) =>
  adaptRoutes({
    call,
    candidates,
    unsupported: ({ provider }) => options.unsupported?.[provider] ?? [],
    tooLong: createContextCheck(
      call,
      { countPrompt: () => options.promptTokens ?? 0 },
      { estimate: options.promptTokens ?? 0, fileTokens: 0 },
    ),
  });
const names = (candidates: readonly ChatCandidate[]) => candidates.map(({ provider }) => provider);

const TOOLS: Partial<ChatCall> = { tools: [{ name: "f" }], toolChoice: { mode: "auto" }, parallelToolCalls: true };
const ask: Record<string, [Partial<ChatCall>, string]> = {
  tools: [TOOLS, "tools"],
  json_schema: [{ responseFormat: { type: "json_schema", name: "s", schema: {} } }, "response_format"],
  json_object: [{ responseFormat: { type: "json_object" } }, "response_format"],
  logprobs: [{ logprobs: true, topLogprobs: 2 }, "logprobs"],
  reasoning: [{ reasoningEffort: "high" }, "reasoning_effort"],
  vision: [{ messages: [{ role: "user", content: [{ type: "image", url: "data:" }] }] }, "messages[0].content"],
  pdf: [{ messages: [{ role: "user", content: [{ type: "pdf", data: "", pages: 1 }] }] }, "messages[0].content"],
};

describe("a field the model does not support", () => {
  test.each(Object.entries(ask))(
    "%s: is rejected by name, and accepted by a model that supports it",
    (capability, [fields, param]) => {
      const call = { ...CALL, ...fields };
      expect(() => adapted(call, [testCandidate("a", { model: model("m/plain") })])).toThrow(
        expect.objectContaining({
          code: "invalid_request_error",
          param,
          message: expect.stringMatching(/^[a-z_.[\]0-9]+: m\/plain /),
        }),
      );
      const able = testCandidate("a", { model: model("m/able", [capability as Capability]) });
      expect(adapted(call, [able]).adaptedCallOf(able)).toEqual({ call, droppedFields: [] });
    },
  );

  test.each([
    [
      "tools",
      "tools: m/plain does not support tools. If it does, the operator of this gateway can add `tools` to its `capabilities`; if not, have the field left out: `unsupported: drop`.",
    ],
    [
      "vision",
      "messages[0].content: m/plain does not support images. If it does, the operator of this gateway can add `vision` to its `capabilities`.",
    ],
  ])("%s: the refusal names what the model's row lacks", (capability, message) => {
    expect(() =>
      adapted({ ...CALL, ...ask[capability]?.[0] }, [testCandidate("a", { model: model("m/plain") })]),
    ).toThrow(message);
  });

  test("goes to a fallback model that supports it, not to one that does not", () => {
    const [plain, able] = [
      testCandidate("a", { model: model("m/plain") }),
      testCandidate("b", { model: model("m/able", ["tools"]) }),
    ];
    expect(names(adapted({ ...CALL, ...TOOLS }, [plain, able]).candidates)).toEqual(["b"]);
  });

  test("is dropped and reported if the row says so, with the fields that depend on it", () => {
    const dropping = testCandidate("a", { model: model("m/plain", [], { unsupported: "drop" }) });
    const { candidates, adaptedCallOf } = adapted({ ...CALL, ...TOOLS, temperature: 1 }, [dropping]);
    expect(names(candidates)).toEqual(["a"]);
    expect(adaptedCallOf(dropping)).toEqual({
      call: { ...CALL, temperature: 1 },
      droppedFields: ["tools", "tool_choice", "parallel_tool_calls"],
    });
    expect(adapted({ ...CALL, logprobs: true, topLogprobs: 2 }, [dropping]).adaptedCallOf(dropping)).toEqual({
      call: CALL,
      droppedFields: ["logprobs", "top_logprobs"],
    });
  });

  test("is rejected with the reason if that depends on the rest of the call, and dropped and reported like any other", () => {
    const options = { unsupported: { a: [{ field: "reasoningEffort", why: "needs more room." }] } } as const;
    const call = { ...CALL, reasoningEffort: "low" };
    const refusing = testCandidate("a", { model: model("m/able", ["reasoning"]) });
    expect(() => adapted(call, [refusing], options)).toThrow(
      expect.objectContaining({
        param: "reasoning_effort",
        message:
          "reasoning_effort: m/able needs more room. The operator of this gateway can have it left out instead: `unsupported: drop`.",
      }),
    );
    const dropping = testCandidate("a", { model: model("m/able", ["reasoning"], { unsupported: "drop" }) });
    expect(adapted(call, [dropping], options).adaptedCallOf(dropping)).toEqual({
      call: CALL,
      droppedFields: ["reasoning_effort"],
    });
  });

  test("is dropped silently if it asks a non-reasoning model not to reason", () => {
    const call = { ...CALL, reasoningEffort: "none", seed: 7 };
    const [plain, able] = [
      testCandidate("a", { model: model("m/plain") }),
      testCandidate("b", { model: model("m/able", ["reasoning"]) }),
    ];
    const { candidates, adaptedCallOf } = adapted(call, [plain, able]);
    expect(names(candidates)).toEqual(["a", "b"]);
    expect(adaptedCallOf(plain)).toEqual({ call: { ...CALL, seed: 7 }, droppedFields: [] });
    expect(adaptedCallOf(able)).toEqual({ call, droppedFields: [] });
  });

  test("is reported, but neither rejected nor rerouted, if it is a speaker's name", () => {
    const call: ChatCall = { messages: [{ role: "user", content: "Hi", name: "ana" }], seed: 7 };
    const [a, b] = [
      testCandidate("a", { model: model("m/plain") }),
      testCandidate("b", { model: model("m/drop", [], { unsupported: "drop" }) }),
    ];
    const { candidates, adaptedCallOf } = adapted(call, [a, b], {
      unsupported: { a: ["messages.name"], b: ["seed", "messages.name"] },
    });
    expect(names(candidates)).toEqual(["a", "b"]);
    expect(adaptedCallOf(a)).toEqual({ call, droppedFields: ["messages.name"] });
    expect(adaptedCallOf(b)).toEqual({ call: { messages: call.messages }, droppedFields: ["seed", "messages.name"] });
  });

  test("is dropped if the model's row lists it; one that is not listed is rejected by name", () => {
    const row = testCandidate("a", { model: model("m/some", ["tools"], { mayDrop: ["parallel_tool_calls", "seed"] }) });
    const call: ChatCall = { ...CALL, ...TOOLS, parallelToolCalls: false, seed: 7 };
    const { candidates, adaptedCallOf } = adapted(call, [row], { unsupported: { a: ["parallelToolCalls", "seed"] } });
    expect(names(candidates)).toEqual(["a"]);
    expect(adaptedCallOf(row)).toEqual({
      call: { messages: call.messages, tools: TOOLS.tools, toolChoice: TOOLS.toolChoice },
      droppedFields: ["parallel_tool_calls", "seed"],
    });
    expect(() => adapted({ ...call, temperature: 1 }, [row], { unsupported: { a: ["seed", "temperature"] } })).toThrow(
      expect.objectContaining({ param: "temperature" }),
    );
  });

  test("that is vital is never dropped: another route takes the call, or it is rejected", () => {
    const row = model("m/able", [], { unsupported: "drop", mayDrop: ["max_tokens"] });
    const [bounded, other] = [testCandidate("a", { model: row }), testCandidate("b", { model: row })];
    const options = { unsupported: { a: [{ field: "maxTokens", why: "takes 16 or more.", vital: true }] } } as const;
    expect(names(adapted({ ...CALL, maxTokens: 5 }, [bounded, other], options).candidates)).toEqual(["b"]);
    expect(() => adapted({ ...CALL, maxTokens: 5 }, [bounded], options)).toThrow(
      expect.objectContaining({ param: "max_tokens", message: "max_tokens: m/able takes 16 or more." }),
    );
  });

  test("is dropped only after all routes that support everything", () => {
    const dropping = testCandidate("a", { model: model("m/plain", [], { unsupported: "drop" }) });
    const able = testCandidate("b", { model: model("m/able", ["tools"]) });
    const { candidates, adaptedCallOf } = adapted({ ...CALL, ...TOOLS }, [dropping, able]);
    expect(names(candidates)).toEqual(["b", "a"]);
    expect(adaptedCallOf(able).droppedFields).toEqual([]);
  });

  test("among routes that drop something, those that drop a forced tool call, the tools or the response format come last", () => {
    const row = model("m/able", ["tools", "json_schema"], { unsupported: "drop" });
    const [a, b, c, d] = ["a", "b", "c", "d"].map((name) => testCandidate(name, { model: row })) as [
      ChatCandidate,
      ChatCandidate,
      ChatCandidate,
      ChatCandidate,
    ];
    const unsupported = {
      a: ["temperature", "toolChoice", "responseFormat"],
      b: ["toolChoice"],
      c: ["temperature", "topP"],
      d: ["temperature"],
    } as const;
    const format = { type: "json_schema", name: "s", schema: {} } as const;
    const call: ChatCall = {
      ...CALL,
      tools: [{ name: "f" }],
      toolChoice: { mode: "required" },
      responseFormat: format,
      temperature: 1,
      topP: 0.5,
    };
    const { candidates, rankOf } = adapted(call, [a, b, c, d], { unsupported });
    expect(names(candidates)).toEqual(["d", "c", "b", "a"]);
    expect([rankOf(c) > rankOf(d), rankOf(b) > rankOf(c), rankOf(a) > rankOf(b)]).toEqual([true, true, true]);
    expect(
      names(adapted({ ...call, toolChoice: { mode: "function", name: "f" } }, [b, c], { unsupported }).candidates),
    ).toEqual(["c", "b"]);
    // With `auto`, dropping tool_choice loses nothing.
    expect(names(adapted({ ...call, toolChoice: { mode: "auto" } }, [b, c], { unsupported }).candidates)).toEqual([
      "b",
      "c",
    ]);
  });

  test("an effort outweighs all hints together; of equal losses the catalog's order counts", () => {
    const row = model("m/able", ["tools", "reasoning"], { unsupported: "drop" });
    const [a, b, c] = ["a", "b", "c"].map((name) => testCandidate(name, { model: row })) as [
      ChatCandidate,
      ChatCandidate,
      ChatCandidate,
    ];
    const call: ChatCall = { ...CALL, ...TOOLS, reasoningEffort: "low", temperature: 0.5, topP: 0.5, seed: 7 };
    const unsupported = { a: ["reasoningEffort"], b: ["temperature", "topP", "seed"], c: ["temperature"] } as const;
    expect(names(adapted(call, [a, b, c], { unsupported }).candidates)).toEqual(["c", "b", "a"]);
    const equal = { a: ["seed"], b: ["temperature"], c: ["topP"] } as const;
    expect(names(adapted(call, [b, c, a], { unsupported: equal }).candidates)).toEqual(["b", "c", "a"]);
  });

  test("a grammar that would be read instead of kept to is reported, and another route preferred, but none refused", () => {
    const call: ChatCall = { ...CALL, ...TOOLS, seed: 7 };
    const row = model("m/able", ["tools"], { mayDrop: ["seed"] });
    const [a, b] = [testCandidate("a", { model: row }), testCandidate("b", { model: row })];
    const unsupported = { a: ["tools.format"], b: ["seed"] } as const;
    const { candidates, adaptedCallOf } = adapted(call, [a, b], { unsupported });
    expect(names(candidates)).toEqual(["b", "a"]);
    expect(adaptedCallOf(a)).toEqual({ call, droppedFields: ["tools.format"] });
    expect(names(adapted(call, [a], { unsupported }).candidates)).toEqual(["a"]);
  });

  test.each(["tools.format", "reasoning_effort.level", "reasoning_effort.default"] as const)(
    "%s, which any route may leave out, is a choice among routes of one model: another model is not asked first",
    (left) => {
      const asked = model("m/asked", ["json_object"], { unsupported: "drop" });
      const [a, b, c] = [
        testCandidate("a", { model: asked }),
        testCandidate("b", { model: asked }),
        testCandidate("c", { model: model("m/fallback", ["json_object"]) }),
      ];
      const call: ChatCall = { ...CALL, responseFormat: { type: "json_object" }, seed: 7 };
      const orderOf = (unsupported: Record<string, readonly UnsupportedField[]>) =>
        names(adapted(call, [a, b, c], { unsupported }).candidates);
      expect(orderOf({ a: [left], b: [left] })).toEqual(["a", "b", "c"]);
      expect(orderOf({ a: [left] })).toEqual(["b", "c", "a"]);
      expect(orderOf({ a: ["responseFormat"], b: [left] })).toEqual(["b", "c", "a"]);
      expect(orderOf({ a: ["seed", left], b: [left], c: [] })).toEqual(["b", "c", "a"]);
      expect(orderOf({ a: ["seed"], b: [left] })[0]).toBe("a");
    },
  );

  test.each<[string, ChatCall["messages"][number]]>([
    ["calls a tool", { role: "assistant", content: "", toolCalls: [{ id: "c", name: "f", arguments: "{}" }] }],
    ["has a tool's result", { role: "tool", content: "7", toolCallId: "c" }],
  ])("a turn that %s goes to no model without tools, whatever it drops, and to the others", (_what, turn) => {
    const plain = testCandidate("a", { model: model("m/plain", [], { unsupported: "drop" }) });
    const able = testCandidate("b", { model: model("m/able", ["tools"]) });
    const call: ChatCall = { messages: [{ role: "user", content: "x" }, turn] };
    expect(names(adapted(call, [plain, able]).candidates)).toEqual(["b"]);
    expect(() => adapted(call, [plain])).toThrow(
      expect.objectContaining({
        param: "messages[1]",
        message:
          "messages[1]: m/plain does not support tools, nor their results. If it does, the operator of this gateway can add `tools` to its `capabilities`.",
      }),
    );
  });

  test("images are never dropped: the question is about them", () => {
    const dropping = testCandidate("a", { model: model("m/plain", [], { unsupported: "drop" }) });
    expect(() => adapted({ ...CALL, ...ask["vision"]?.[0], ...TOOLS }, [dropping])).toThrow(
      expect.objectContaining({ param: "messages[0].content" }),
    );
  });
});

describe("a field a provider's protocol does not support", () => {
  const call: ChatCall = { ...CALL, logitBias: { "1": 1 }, topP: 0.5 };
  const unsupported = { a: ["logitBias", "topP"] } as const;

  test("goes to the routes that support it, in order", () => {
    const [a, b] = [testCandidate("a"), testCandidate("b")];
    expect(names(adapted(call, [a, b], { unsupported }).candidates)).toEqual(["b"]);
  });

  test("is rejected under its REST name if none does", () => {
    expect(() => adapted(call, [testCandidate("a")], { unsupported })).toThrow(
      expect.objectContaining({
        param: "logit_bias",
        message:
          "logit_bias: test/model does not support this field. The operator of this gateway can have it left out instead: `unsupported: drop`.",
      }),
    );
  });

  test("that are the messages themselves are refused with the reason, whatever the row says; a route that takes them gets the call", () => {
    const row = model("m/drop", [], { unsupported: "drop" });
    const [refusing, other] = [testCandidate("a", { model: row }), testCandidate("b", { model: row })];
    const options = { unsupported: { a: [{ field: "messages", why: "takes no prefill." }] } } as const;
    expect(() => adapted(CALL, [refusing], options)).toThrow(
      expect.objectContaining({ param: "messages", message: "messages: m/drop takes no prefill." }),
    );
    expect(names(adapted(CALL, [refusing, other], options).candidates)).toEqual(["b"]);
  });

  test("is dropped and reported if the row says so; a route that supports it comes first", () => {
    const row = model("m/drop", [], { unsupported: "drop" });
    const [a, b] = [testCandidate("a", { model: row }), testCandidate("b", { model: row })];
    const { candidates, adaptedCallOf } = adapted(call, [a, b], { unsupported });
    expect(names(candidates)).toEqual(["b", "a"]);
    expect(adaptedCallOf(a)).toEqual({ call: CALL, droppedFields: ["logit_bias", "top_p"] });
  });
});

describe("limits", () => {
  test("asking for more tokens than the model can generate is rejected, even if the row says to drop fields", () => {
    const row = model("m/drop", [], { unsupported: "drop", maxOutputTokens: 10 });
    expect(() => adapted({ ...CALL, maxTokens: 11 }, [testCandidate("a", { model: row })])).toThrow(
      expect.objectContaining({ param: "max_tokens" }),
    );
  });

  test("a prompt too long for one route goes to one that accepts it, and is rejected if none does", () => {
    const [short, long] = [testCandidate("a", { contextTokens: 100 }), testCandidate("b", { contextTokens: 1_000 })];
    expect(names(adapted(CALL, [short, long], { promptTokens: 500 }).candidates)).toEqual(["b"]);
    expect(() => adapted(CALL, [short, long], { promptTokens: 2_000 })).toThrow(
      expect.objectContaining({ param: "messages", message: expect.stringContaining("2000 tokens") }),
    );
  });

  /**
   * By the first LangChain knows that less may go, by the second LiteLLM and Pydantic AI, by the third LangChain of
   * Anthropic's API, and Claude Code by how much.
   */
  test.each([
    /context_length_exceeded/,
    /this model's maximum context length is/,
    /prompt is too long: 2000 tokens > 100\b/,
  ])("a prompt too long is told in words that match %s", (words) => {
    expect(() => adapted(CALL, [testCandidate("a", { contextTokens: 100 })], { promptTokens: 2_000 })).toThrow(words);
  });
});

test("without any usable route nothing is rejected here: the call itself fails as unavailable", () => {
  expect(adapted({ ...CALL, ...TOOLS }, []).candidates).toEqual([]);
});

describe("a JSON schema that a model is told of in words", () => {
  const call: ChatCall = { ...CALL, responseFormat: { type: "json_schema", name: "s", schema: {}, strict: true } };
  const inWords = model("m/words", ["json_object", "json_schema_instructed"]);

  test("reaches it in JSON mode, and the caller is told that it is not enforced", () => {
    const route = testCandidate("a", { model: inWords });
    const { adaptedCallOf } = adapted(call, [route]);
    expect(adaptedCallOf(route).call.responseFormat).toEqual({ type: "json_object" });
    expect(adaptedCallOf(route).call.messages).toHaveLength(2);
    expect(adaptedCallOf(route).droppedFields).toEqual(["response_format.json_schema.strict"]);
  });

  test("goes to the model's route that enforces it first, but to no other model before the one asked for", () => {
    const both = model("m/both", ["json_object", "json_schema", "json_schema_instructed"]);
    const other = testCandidate("c", { model: model("m/other", ["json_schema"]) });
    const [weak, strong] = [testCandidate("a", { model: both }), testCandidate("b", { model: both })];
    const { candidates } = adaptRoutes({
      call,
      candidates: [weak, strong],
      unsupported: ({ provider }, { responseFormat }) =>
        provider === "a" && responseFormat?.type === "json_schema" ? ["responseFormat"] : [],
      tooLong: () => undefined,
    });
    expect(names(candidates)).toEqual(["b", "a"]);
    expect(names(adapted(call, [testCandidate("a", { model: inWords }), other]).candidates)).toEqual(["a", "c"]);
  });

  describe("beside functions", () => {
    const tools = [{ name: "f" }];
    const both = model("m/both", ["tools", "json_schema"]);
    const adaptedPlainly = (asked: ChatCall, candidates: readonly ChatCandidate[]) =>
      adaptRoutes({
        call: asked,
        candidates,
        unsupported: ({ provider }, sent) =>
          provider === "a" && sent.tools !== undefined && sent.responseFormat !== undefined ? ["responseFormat"] : [],
        tooLong: () => undefined,
      });

    test("goes in words, without JSON mode, to a route that takes no format there; one that does comes first", () => {
      const [excluding, taking] = [testCandidate("a", { model: both }), testCandidate("b", { model: both })];
      const { candidates, adaptedCallOf } = adaptedPlainly({ ...call, tools }, [excluding, taking]);
      expect(names(candidates)).toEqual(["b", "a"]);
      expect(adaptedCallOf(taking)).toEqual({ call: { ...call, tools }, droppedFields: [] });
      expect(adaptedCallOf(excluding).call).toEqual({ messages: expect.any(Array), tools });
      expect(adaptedCallOf(excluding).call.messages[0]?.content).toMatch(
        /^If you call no function, answer with one JSON object /,
      );
      expect(adaptedCallOf(excluding).droppedFields).toEqual(["response_format.json_schema.strict"]);
    });

    test("JSON mode goes in words to a route that takes no format there, after one that does, and the caller is told", () => {
      const asked: ChatCall = { ...CALL, tools, responseFormat: { type: "json_object" } };
      const [excluding, taking] = [testCandidate("a", { model: both }), testCandidate("b", { model: both })];
      const { candidates, adaptedCallOf } = adaptedPlainly(asked, [excluding, taking]);
      expect(names(candidates)).toEqual(["b", "a"]);
      expect(adaptedCallOf(taking)).toEqual({ call: asked, droppedFields: [] });
      expect(adaptedCallOf(excluding).call).toEqual({ messages: expect.any(Array), tools });
      expect(adaptedCallOf(excluding).call.messages[0]?.content).toMatch(
        /^If you call no function, answer with one JSON object /,
      );
      expect(adaptedCallOf(excluding).droppedFields).toEqual(["response_format.type"]);
    });

    test("JSON mode is refused by a model that has none", () => {
      const route = testCandidate("a", { model: model("m/none", ["tools"]) });
      expect(() => adaptedPlainly({ ...CALL, tools, responseFormat: { type: "json_object" } }, [route])).toThrow(
        expect.objectContaining({ param: "response_format" }),
      );
    });

    test("is refused as ever by a route that takes no schema without them either", () => {
      expect(() =>
        adapted({ ...call, tools }, [testCandidate("a", { model: both })], { unsupported: { a: ["responseFormat"] } }),
      ).toThrow(expect.objectContaining({ param: "response_format" }));
    });

    test.each([{ mode: "required" }, { mode: "function", name: "f" }] as const)(
      "is left out, and nobody told, where the answer must be a call: %j",
      (toolChoice) => {
        const able = model("m/words", ["tools", "json_object", "json_schema_instructed"]);
        const route = testCandidate("a", { model: able });
        const forced: ChatCall = { ...CALL, tools, toolChoice };
        const left = { call: forced, droppedFields: [] };
        expect(adapted({ ...call, tools, toolChoice }, [route]).adaptedCallOf(route)).toEqual(left);
        expect(
          adaptedPlainly({ ...forced, responseFormat: { type: "json_object" } }, [route]).adaptedCallOf(route),
        ).toEqual(left);
      },
    );

    test("goes in words where the call that must be made can't be forced", () => {
      const able = model("m/words", ["tools", "json_object", "json_schema_instructed"], { mayDrop: ["tool_choice"] });
      const route = testCandidate("a", { model: able });
      const adaptedCall = adapted({ ...call, tools, toolChoice: { mode: "required" } }, [route], {
        unsupported: { a: ["toolChoice"] },
      }).adaptedCallOf(route);
      expect(adaptedCall.call.messages).toHaveLength(2);
      expect(adaptedCall.droppedFields).toEqual(["tool_choice", "response_format.json_schema.strict"]);
    });
  });
});
