import { createHash } from "node:crypto";
import { CenoteError } from "@cenote/core";
import type { MessagesBody } from "./body";
import { type KnownModel, toMessagesRequest } from "./to-request";

const body = (rest: Partial<MessagesBody> = {}): MessagesBody => ({
  model: "openai/gpt-4o-mini",
  max_tokens: 1_000,
  messages: [{ role: "user", content: "hi" }],
  ...rest,
});
const model: KnownModel = { capabilities: ["tools", "reasoning"], maxOutputTokens: 4_096 };
const plain: KnownModel = { capabilities: [], maxOutputTokens: undefined };

const chatOf = (rest: Partial<MessagesBody>) => toMessagesRequest(body(rest), model).chat;

const refusal = (rest: Partial<MessagesBody>): CenoteError => {
  try {
    toMessagesRequest(body(rest), model);
  } catch (error) {
    if (error instanceof CenoteError) return error;
    throw error;
  }
  throw new Error("was not refused");
};

describe("toMessagesRequest", () => {
  it("has the model, the messages and the maximum, and no field that was not given", () => {
    const { chat, ignored } = toMessagesRequest(body(), model);
    expect(ignored).toEqual([]);
    expect(Object.fromEntries(Object.entries(chat).filter(([, value]) => value !== undefined))).toEqual({
      model: "openai/gpt-4o-mini",
      maxTokens: 1_000,
      stop: [],
      tools: [],
      logitBias: {},
      fallbackModels: [],
      continueOnCut: false,
      messages: [
        {
          role: "user",
          content: [{ part: { $case: "text", value: "hi" } }],
          name: "",
          toolCalls: [],
          toolCallId: "",
          reasoning: "",
          reasoningDetails: [],
          refusal: "",
        },
      ],
    });
  });

  it("translates the names of the settings", () => {
    expect(
      chatOf({
        temperature: 0.5,
        top_p: 0.9,
        stop_sequences: ["END"],
        metadata: { user_id: "u-1" },
        models: ["a/b"],
        continue_on_cut: true,
        system: "Be brief.",
      }),
    ).toMatchObject({
      temperature: 0.5,
      topP: 0.9,
      stop: ["END"],
      user: "u-1",
      fallbackModels: ["a/b"],
      continueOnCut: true,
      messages: [{ role: "system", content: [{ part: { value: "Be brief." } }] }, { role: "user" }],
    });
  });

  it("treats null as absent", () => {
    expect(
      toMessagesRequest(
        body({
          system: null,
          temperature: null,
          tools: null,
          tool_choice: null,
          thinking: null,
          output_config: null,
          output_format: null,
          metadata: null,
          models: null,
          stop_sequences: null,
        }),
        model,
      ),
    ).toEqual(toMessagesRequest(body(), model));
  });

  it.each<[number, KnownModel, number]>([
    [1_000, model, 1_000],
    [32_000, model, 4_096],
    [32_000, plain, 32_000],
    [32_000, undefined, 32_000],
  ])("lowers a max_tokens of %d for the model %j to %d", (requested, listed, sent) => {
    expect(toMessagesRequest(body({ max_tokens: requested }), listed).chat.maxTokens).toBe(sent);
  });

  it("sends a digest for a user id that is longer than providers take", () => {
    const long = "u".repeat(65);
    expect(chatOf({ metadata: { user_id: "u".repeat(64) } }).user).toBe("u".repeat(64));
    expect(chatOf({ metadata: { user_id: long } }).user).toBe(createHash("sha256").update(long).digest("hex"));
    expect(chatOf({ metadata: {} }).user).toBeUndefined();
  });

  it("has only those deferred tools that a result names", () => {
    const tools = ["search", "weather", "now"].map((name) => ({
      name,
      input_schema: { type: "object" },
      defer_loading: name !== "search",
    }));
    const namesAfter = (...messages: MessagesBody["messages"]) =>
      chatOf({ tools, messages }).tools.map(({ name }) => name);
    expect(namesAfter({ role: "user", content: "hi" })).toEqual(["search"]);
    expect(
      namesAfter(
        { role: "user", content: "hi" },
        { role: "assistant", content: [{ type: "tool_use", id: "a", name: "search", input: {} }] },
        {
          role: "user",
          content: [
            { type: "text", text: "Here." },
            { type: "tool_result", tool_use_id: "b", content: "none" },
            { type: "tool_result", tool_use_id: "a", content: [{ type: "tool_reference", tool_name: "now" }] },
          ],
        },
      ),
    ).toEqual(["search", "now"]);
  });

  it("has the tools", () => {
    const schema = { type: "object", properties: { city: { type: "string" } } };
    expect(
      chatOf({
        tools: [
          { name: "weather", description: "Of a city.", input_schema: schema, strict: true },
          { type: "custom", name: "now", input_schema: { type: "object" } },
        ],
      }).tools,
    ).toEqual([
      { name: "weather", description: "Of a city.", parametersJson: JSON.stringify(schema), strict: true },
      { name: "now", description: "", parametersJson: `{"type":"object"}`, strict: undefined },
    ]);
  });

  const tools = [{ name: "weather", input_schema: { type: "object" } }];
  it.each<[NonNullable<MessagesBody["tool_choice"]>, object, boolean | undefined]>([
    [{ type: "auto" }, { mode: "auto", name: "" }, undefined],
    [{ type: "auto", disable_parallel_tool_use: true }, { mode: "auto", name: "" }, false],
    [{ type: "any", disable_parallel_tool_use: false }, { mode: "required", name: "" }, undefined],
    [{ type: "tool", name: "weather" }, { mode: "function", name: "weather" }, undefined],
    [{ type: "none" }, { mode: "none", name: "" }, undefined],
  ])("translates the tool choice %j to %j", (choice, toolChoice, parallelToolCalls) => {
    expect(chatOf({ tools, tool_choice: choice })).toMatchObject({ toolChoice, parallelToolCalls });
  });

  it.each([{ type: "any" }, { type: "tool", name: "weather" }] as const)(
    "refuses the tool choice %j without tools",
    (choice) => {
      expect(refusal({ tool_choice: choice })).toMatchObject({ code: "invalid_request_error", param: "tool_choice" });
    },
  );

  const schema = { type: "object", properties: {} };
  const format = { type: "json_schema", schema } as const;

  it.each<Partial<MessagesBody>>([{ output_config: { format } }, { output_format: format }])(
    "has the schema of the answer, by its present and its former name: %j",
    (named) => {
      expect(chatOf(named).responseFormat).toEqual({
        type: "json_schema",
        name: "answer",
        description: "",
        schemaJson: JSON.stringify(schema),
      });
    },
  );

  it("refuses a schema under both names", () => {
    expect(refusal({ output_config: { format }, output_format: format })).toMatchObject({
      code: "invalid_request_error",
      param: "output_format",
    });
  });
});

describe("the reasoning effort", () => {
  it.each<[Partial<MessagesBody>, string | undefined]>([
    [{}, undefined],
    [{ output_config: { effort: "low" } }, "low"],
    [{ output_config: { effort: "max" } }, "max"],
    [{ thinking: { type: "adaptive" } }, "high"],
    [{ thinking: { type: "adaptive" }, output_config: { effort: "medium" } }, "medium"],
    [{ thinking: { type: "enabled", budget_tokens: 1_024 }, max_tokens: 4_096 }, "low"],
    [{ thinking: { type: "enabled", budget_tokens: 2_048 }, max_tokens: 4_096 }, "medium"],
    [{ thinking: { type: "enabled", budget_tokens: 4_000 }, max_tokens: 4_096 }, "high"],
    [{ thinking: { type: "enabled", budget_tokens: 31_999 }, max_tokens: 32_000 }, "high"],
    [{ thinking: { type: "enabled", budget_tokens: 16_000 }, max_tokens: 8_000 }, "high"],
    [{ thinking: { type: "enabled", budget_tokens: 1_024 }, output_config: { effort: "xhigh" } }, "xhigh"],
    [{ thinking: { type: "disabled" } }, "none"],
    [{ thinking: { type: "between_tools" }, output_config: { effort: "high" } }, "none"],
  ])("of %j is %s", (fields, effort) => {
    expect(toMessagesRequest(body(fields), model)).toMatchObject({ chat: { reasoningEffort: effort }, ignored: [] });
    expect(toMessagesRequest(body(fields), undefined)).toMatchObject({
      chat: { reasoningEffort: effort },
      ignored: [],
    });
  });

  it.each<[Partial<MessagesBody>, string[], string | undefined]>([
    [{ thinking: { type: "adaptive" } }, ["thinking"], undefined],
    [
      { thinking: { type: "adaptive" }, output_config: { effort: "high" } },
      ["thinking", "output_config.effort"],
      undefined,
    ],
    [{ output_config: { effort: "high" } }, ["output_config.effort"], undefined],
    [{ thinking: { type: "disabled" } }, [], "none"],
    [{ thinking: { type: "enabled", budget_tokens: 1_024 }, max_tokens: 8_000 }, [], "low"],
  ])(
    "is ignored for a model that does not reason if it is a preference, and sent if it is a requirement: %j",
    (fields, ignored, effort) => {
      expect(toMessagesRequest(body(fields), plain)).toMatchObject({ chat: { reasoningEffort: effort }, ignored });
    },
  );
});
