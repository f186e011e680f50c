import type { ChatEvent } from "@cenote/contracts";
import { toCustomArguments } from "@cenote/core";
import fc from "fast-check";
import type { Response, ResponseStreamEvent } from "openai/resources/responses/responses";
import { sampleAnswer, sampleFinished, sampleStarted } from "../../testing/samples";
import type { ResponsesBody } from "./body";
import type { Tool } from "./body-tools";
import { createEventWriter } from "./to-events";
import { toChatRequest } from "./to-request";
import { toResponse } from "./to-response";

const REQUEST_ID = "req_0123456789abcdef01234567";
const grammar = { type: "grammar", syntax: "lark", definition: "start: A" } as const;
const patch: Tool = { type: "custom", name: "patch", description: "Edits.", format: grammar };
const sleep: Tool = { type: "function", name: "sleep", parameters: { type: "object" } };
const clock: Tool = {
  type: "namespace",
  name: "clock",
  description: "Of time.",
  tools: [sleep, { ...sleep, name: "now" }],
};
const usual: Tool = {
  type: "namespace",
  name: "functions",
  description: "",
  tools: [{ type: "custom", name: "exec" }],
};

const bodyWith = (fields: Partial<ResponsesBody>): ResponsesBody => ({ model: "a/b", input: "hi", ...fields });
const toolsOf = (fields: Partial<ResponsesBody>) => toChatRequest(bodyWith(fields)).tools;
const messagesOf = (input: ResponsesBody["input"]) => toChatRequest(bodyWith({ input })).messages;

describe("the tools of a response", () => {
  it("are functions, and custom ones with their format", () => {
    expect(toolsOf({ tools: [patch, { type: "custom", name: "run" }] })).toEqual([
      { name: "patch", description: "Edits.", parametersJson: "", custom: grammar },
      { name: "run", description: "", parametersJson: "", custom: { type: "text", syntax: "", definition: "" } },
    ]);
  });

  it("of namespaces have its name in theirs, except those of the usual one", () => {
    expect(toolsOf({ tools: [clock, usual] })).toMatchObject([
      { name: "clock__sleep", description: "clock: Of time.\n\n" },
      { name: "clock__now", description: "" },
      { name: "exec", description: "" },
    ]);
    expect(toolsOf({ tools: [{ ...clock, name: "mcp__a__" }] })[0]?.name).toBe("mcp__a__sleep");
  });

  it("are also those that the conversation adds; a later one replaces an earlier one", () => {
    const input: ResponsesBody["input"] = [
      { type: "additional_tools", tools: [usual] },
      { type: "message", role: "user", content: "hi" },
      {
        type: "additional_tools",
        tools: [{ ...usual, tools: [{ type: "custom", name: "exec", description: "New." }] }],
      },
    ];
    expect(toolsOf({ tools: [patch], input })).toMatchObject([
      { name: "patch" },
      { name: "exec", description: "New." },
    ]);
    expect(messagesOf(input)).toMatchObject([{ role: "user" }]);
  });

  it("are told in plain text what they would otherwise encrypt", () => {
    const properties = { message: { type: "string", encrypted: true }, encrypted: { type: "string" } };
    const [tool] = toolsOf({ tools: [{ ...sleep, parameters: { type: "object", properties } }] });
    expect(JSON.parse(tool?.parametersJson ?? "")).toEqual({
      type: "object",
      properties: { message: { type: "string" }, encrypted: { type: "string" } },
    });
  });

  it.each([
    [{ tools: [clock, { ...sleep, name: "clock__now" }] }, "two of them would be called clock__now"],
    [
      {
        tools: [0, 1].map((list) => ({
          ...clock,
          tools: Array.from({ length: 65 }, (_, at) => ({ ...sleep, name: `f${list}_${at}` })),
        })),
      },
      "at most 128",
    ],
  ])("must be few, and have names of their own", (fields, words) => {
    expect(() => toolsOf(fields)).toThrow(words);
  });

  it("may be named by a choice, whatever their kind", () => {
    expect(
      toChatRequest(bodyWith({ tools: [patch], tool_choice: { type: "custom", name: "patch" } })).toolChoice,
    ).toEqual({
      mode: "function",
      name: "patch",
    });
    const allowed = { type: "allowed_tools", mode: "auto", tools: [{ type: "custom", name: "patch" }] } as const;
    expect(toolsOf({ tools: [patch, sleep], tool_choice: { ...allowed, tools: [...allowed.tools] } })).toHaveLength(1);
  });
});

describe("a tool in a namespace", () => {
  const choose = (tool_choice: ResponsesBody["tool_choice"], tools: Tool[] = [clock, patch]) =>
    toChatRequest(bodyWith({ tools, tool_choice }));
  const allowed = (name: string) =>
    ({ type: "allowed_tools", mode: "auto", tools: [{ type: "function", name }] }) as const;

  it.each(["now", "clock__now"])("may be chosen as %s", (name) => {
    expect(choose({ type: "function", name }).toolChoice).toEqual({ mode: "function", name: "clock__now" });
    expect(choose({ ...allowed(name), tools: [...allowed(name).tools] }).tools).toMatchObject([{ name: "clock__now" }]);
  });

  it("is not chosen by a name that others have as well, but for one without a namespace", () => {
    const others: Tool[] = [clock, { ...clock, name: "sun" }];
    expect(() => choose({ type: "function", name: "now" }, others)).toThrow(
      "tool_choice.name: several tools are called now: clock__now, sun__now.",
    );
    expect(choose({ type: "function", name: "sleep" }, [clock, sleep]).toolChoice?.name).toBe("sleep");
    expect(() => choose({ ...allowed("never"), tools: [...allowed("never").tools] })).toThrow(
      "tool_choice.tools[0].name",
    );
  });
});

describe("a conversation", () => {
  it("has custom calls as functions with one text, and their results", () => {
    expect(
      messagesOf([
        { type: "custom_tool_call", call_id: "c1", name: "exec", namespace: "functions", input: 'a "b"\n' },
        { type: "function_call", call_id: "c2", name: "sleep", namespace: "clock", arguments: "{}" },
        { type: "custom_tool_call_output", call_id: "c1", output: [{ type: "input_text", text: "ok" }] },
        { type: "function_call_output", call_id: "c2", output: "slept" },
      ]),
    ).toMatchObject([
      {
        role: "assistant",
        toolCalls: [
          { id: "c1", name: "exec", arguments: '{"input":"a \\"b\\"\\n"}' },
          { id: "c2", name: "clock__sleep", arguments: "{}" },
        ],
      },
      { role: "tool", toolCallId: "c1", content: [{ part: { value: "ok" } }] },
      { role: "tool", toolCallId: "c2", content: [{ part: { value: "slept" } }] },
    ]);
  });

  it("has what other agents say as the user's", () => {
    const content = [
      { type: "input_text" as const, text: "From: main" },
      { type: "encrypted_content" as const, encrypted_content: "say hello" },
    ];
    expect(messagesOf([{ type: "agent_message", content }])).toMatchObject([
      { role: "user", content: [{ part: { value: "From: main" } }, { part: { value: "say hello" } }] },
    ]);
  });
});

describe("the answer", () => {
  const body = bodyWith({ tools: [patch, clock, usual] });
  const called = [
    { id: "c0", name: "exec", written: toCustomArguments("ls 😀") },
    { id: "c1", name: "clock__sleep", written: '{"ms":1}' },
    { id: "c2", name: "patch", written: "*** Begin" },
    { id: "c3", name: "stranger", written: "{}" },
  ];
  const items = [
    { type: "custom_tool_call", call_id: "c0", name: "exec", namespace: "functions", input: "ls 😀" },
    { type: "function_call", call_id: "c1", name: "sleep", namespace: "clock", arguments: '{"ms":1}' },
    { type: "custom_tool_call", call_id: "c2", name: "patch", input: "*** Begin" },
    { type: "function_call", call_id: "c3", name: "stranger", arguments: "{}" },
  ].map((item) => ({ ...item, id: expect.stringMatching(/^(ctc|fc)_/), status: "completed" }));

  it("has calls in the caller's words", () => {
    const toolCalls = called.map(({ id, name, written }) => ({ id, name, arguments: written }));
    const message = { ...sampleAnswer.message!, content: [], toolCalls };
    const response = JSON.parse(toResponse(REQUEST_ID, body, { ...sampleAnswer, message })) as Response;
    expect(response.output).toEqual(items);
    expect(response.tools).toMatchObject([patch, { type: "namespace", name: "clock", tools: [{}, {}] }, {}]);
  });

  it("has them in pieces too, however the arguments are split", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), (size) => {
        const cases = called.flatMap(({ id, name, written }, index): ChatEvent["event"][] => [
          { $case: "toolCall", value: { index, id, name, arguments: "" } },
          ...(written.match(new RegExp(`[^]{1,${size}}`, "g")) ?? []).map((piece): ChatEvent["event"] => ({
            $case: "toolCall",
            value: { index, id: "", name: "", arguments: piece },
          })),
        ]);
        const started = { created: 1n, model: "a/b", info: undefined };
        const text = createEventWriter({ requestId: REQUEST_ID, started, body }).write(
          [sampleStarted, ...cases, sampleFinished].map((event) => ({ event })),
        );
        const events = text
          .split("\n\n")
          .filter((block) => block !== "")
          .map((block) => JSON.parse(block.slice(block.indexOf("data: ") + 6)) as ResponseStreamEvent);
        const last = events.at(-1);
        expect(last).toMatchObject({ type: "response.completed", response: { output: items } });
        const inputs = events.flatMap((event) =>
          event.type === "response.custom_tool_call_input.done" ? [event.input] : [],
        );
        const pieces = events.flatMap((event) =>
          event.type === "response.custom_tool_call_input.delta" ? [event.delta] : [],
        );
        expect(inputs).toEqual(["ls 😀", "*** Begin"]);
        expect(pieces.join("")).toBe("ls 😀*** Begin");
        expect(pieces.every((piece) => piece.isWellFormed())).toBe(true);
      }),
    );
  });
});
