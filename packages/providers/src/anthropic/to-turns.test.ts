import type { ChatMessage } from "../spec";
import { toConversation } from "./to-turns";

const HOISTED = { withThinking: true, lateInstructions: false };
const WITHOUT_THINKING = { ...HOISTED, withThinking: false };

const text = (value: string) => ({ type: "text", text: value });
const call = (id: string, json = "{}", name = "f") => ({ id, name, arguments: json });
const turns = (...messages: readonly ChatMessage[]) => toConversation(messages, HOISTED).turns;
const user = (content: ChatMessage["content"]): ChatMessage => ({ role: "user", content });
const assistant = (content: string, over: Partial<ChatMessage> = {}): ChatMessage => ({
  role: "assistant",
  content,
  ...over,
});
const tool = (toolCallId: string, content: ChatMessage["content"]): ChatMessage => ({
  role: "tool",
  content,
  toolCallId,
});

describe("a conversation", () => {
  test("has its system messages first, in order, wherever they were", () => {
    const messages: ChatMessage[] = [
      { role: "system", content: "One." },
      user("Hi"),
      { role: "system", content: [{ type: "text", text: "Two." }] },
      user("Ho"),
    ];
    expect(toConversation(messages, HOISTED)).toEqual({
      system: [text("One."), text("Two.")],
      turns: [{ role: "user", content: [text("Hi"), text("Ho")] }],
    });
  });

  describe("with a model that takes late instructions", () => {
    const of = (...messages: readonly ChatMessage[]) =>
      toConversation(messages, { withThinking: true, lateInstructions: true });
    const system = (content: string): ChatMessage => ({ role: "system", content });
    const said = (role: string, ...texts: readonly string[]) => ({ role, content: texts.map(text) });

    test("has them where they were: behind the user, at the end or before the assistant; in one message", () => {
      expect(
        of(system("a"), system("b"), user("c"), system("d"), system("e"), assistant("f"), user("g"), system("h")),
      ).toEqual({
        system: [text("a"), text("b")],
        turns: [
          said("user", "c"),
          said("system", "d", "e"),
          said("assistant", "f"),
          said("user", "g"),
          said("system", "h"),
        ],
      });
    });

    test("says the same for as long as it goes on", () => {
      const { turns: begun } = of(user("a"), system("b"));
      expect(of(user("a"), system("b"), assistant("c"), user("d")).turns.slice(0, begun.length)).toEqual(begun);
    });

    test.each<[string, readonly ChatMessage[]]>([
      ["before the user", [user("a"), assistant("b"), system("s"), user("c")]],
      ["between words of the user", [user("a"), system("s"), user("b")]],
      ["behind the assistant", [user("a"), assistant("b"), system("s"), assistant("c"), user("d")]],
      ["before an answer without words", [user("a"), system("s"), assistant(""), user("b")]],
      [
        "among results",
        [
          user("a"),
          assistant("", { toolCalls: [call("x"), call("y")] }),
          system("s"),
          tool("x", "1"),
          system("s"),
          tool("y", "2"),
        ],
      ],
    ])("has them at the top where they may not be: %s", (_, messages) => {
      expect(of(...messages)).toEqual(toConversation(messages, HOISTED));
    });
  });

  test("with only system messages uses the last of them as the question", () => {
    expect(
      toConversation(
        [
          { role: "system", content: "One." },
          { role: "system", content: "Two." },
        ],
        HOISTED,
      ),
    ).toEqual({ system: [text("One.")], turns: [{ role: "user", content: [text("Two.")] }] });
  });

  test("alternates: consecutive messages of one side are merged", () => {
    expect(turns(user("a"), user("b"), assistant("c"), assistant("d"), user("e"))).toEqual([
      { role: "user", content: [text("a"), text("b")] },
      { role: "assistant", content: [text("c"), text("d")] },
      { role: "user", content: [text("e")] },
    ]);
  });

  test("begins with the user, who always says something; the assistant may say nothing", () => {
    expect(turns(assistant("Welcome."), user(" \n"))).toEqual([
      { role: "user", content: [text(expect.stringMatching(/\S/) as string)] },
      { role: "assistant", content: [text("Welcome.")] },
      { role: "user", content: [text(expect.stringMatching(/\S/) as string)] },
    ]);
    expect(turns(user("a"), assistant(""), user("b"))).toEqual([{ role: "user", content: [text("a"), text("b")] }]);
  });

  test("has the results of parallel calls in one turn directly after the calls, before anything else", () => {
    expect(
      turns(
        user("Hi"),
        assistant("Wait.", { toolCalls: [call("a", '{"x":1}'), call("b", "")] }),
        user("Hurry"),
        tool("a", "1"),
        tool("b", ""),
      ),
    ).toEqual([
      { role: "user", content: [text("Hi")] },
      {
        role: "assistant",
        content: [
          text("Wait."),
          { type: "tool_use", id: "a", name: "f", input: { x: 1 } },
          { type: "tool_use", id: "b", name: "f", input: {} },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "a", content: "1" },
          { type: "tool_result", tool_use_id: "b" },
          text("Hurry"),
        ],
      },
    ]);
  });

  test("keeps images in a result", () => {
    const [, , last] = turns(
      user("Hi"),
      assistant("", { toolCalls: [call("a")] }),
      tool("a", [
        { type: "text", text: "See" },
        { type: "image", url: "https://a.test/a.png" },
      ]),
    );
    expect(last?.content).toEqual([
      {
        type: "tool_result",
        tool_use_id: "a",
        content: [text("See"), { type: "image", source: { type: "url", url: "https://a.test/a.png" } }],
      },
    ]);
  });

  test("gives a call and its result the same id, in a form the API accepts", () => {
    const [, calls, results] = turns(
      user("Hi"),
      assistant("", { toolCalls: [call("functions.f:0"), call("call_1")] }),
      tool("functions.f:0", "x"),
      tool("call_1", "y"),
    );
    const ids = calls?.content.map((block) => ("id" in block ? block.id : ""));
    expect(ids).toEqual([expect.stringMatching(/^[A-Za-z0-9_-]+$/), "call_1"]);
    expect(results?.content.map((block) => ("tool_use_id" in block ? block.tool_use_id : ""))).toEqual(ids);
  });

  test.each([
    ...["{", "[1]", "null", '"text"', '{"a":1} and more'].map((json) => [json, json]),
    ["nested too deeply", `${'{"a":'.repeat(900)}1${"}".repeat(900)}`],
  ])("with arguments that are %s is rejected, naming the call", (_what, json = "") => {
    expect(() => turns(user("Hi"), assistant("", { toolCalls: [call("call_7", json, "weather")] }))).toThrow(
      expect.objectContaining({ kind: "invalid", message: expect.stringMatching(/call_7.*weather/) }),
    );
  });

  test("with arguments of too many names are rejected, however many calls they are in", () => {
    const many = `{${Array.from({ length: 120_000 }, (_, index) => `"k${index}":1`).join(",")}}`;
    const convert = (...texts: string[]) =>
      turns(user("Hi"), assistant("", { toolCalls: texts.map((json, index) => call(`call_${index}`, json)) }));
    expect(() => convert(many)).not.toThrow();
    expect(() => convert(many, many)).toThrow(
      expect.objectContaining({ kind: "invalid", message: expect.stringContaining("call_1") }),
    );
  });

  test("sends the model's own thinking back to its place: at the start, or before the call it led to", () => {
    const reasoningDetails = [
      { family: "anthropic", text: "First.", signature: "s1" },
      { family: "anthropic", encrypted: "e1", toolCallId: "b" },
      { family: "google", signature: "g" },
      { family: "anthropic", text: "unsigned" },
      { family: "anthropic", signature: "s2", toolCallId: "gone" },
    ];
    const [, answer] = turns(user("Hi"), assistant("So:", { toolCalls: [call("a"), call("b")], reasoningDetails }));
    expect(answer?.content).toEqual([
      { type: "thinking", thinking: "First.", signature: "s1" },
      { type: "thinking", thinking: "", signature: "s2" },
      text("So:"),
      { type: "tool_use", id: "a", name: "f", input: {} },
      { type: "redacted_thinking", data: "e1" },
      { type: "tool_use", id: "b", name: "f", input: {} },
    ]);
    const without = toConversation([user("Hi"), assistant("So:", { reasoningDetails })], WITHOUT_THINKING).turns;
    expect(without[1]?.content).toEqual([text("So:")]);
  });

  test("ends with a prefix of the answer without trailing white space", () => {
    expect(turns(user("Hi"), assistant("The answer is \n")).at(-1)).toEqual({
      role: "assistant",
      content: [text("The answer is")],
    });
    expect(turns(user("Hi"), assistant("So \n"), user("Go on"))[1]?.content).toEqual([text("So \n")]);
  });

  test("keeps a refusal as text", () => {
    expect(turns(user("Hi"), assistant("", { refusal: "No." }), user("Why?"))[1]?.content).toEqual([text("No.")]);
  });
});

describe("an image", () => {
  const source = (url: string) => {
    const block = turns(user([{ type: "image", url, detail: "low" }]))[0]?.content[0];
    return block !== undefined && "source" in block ? block.source : undefined;
  };

  test("is sent by URL or inline", () => {
    expect(source("https://a.test/a.png?x=1")).toEqual({ type: "url", url: "https://a.test/a.png?x=1" });
    expect(source("data:image/png;base64,iVBORw0KGgo=")).toEqual({
      type: "base64",
      media_type: "image/png",
      data: "iVBORw0KGgo=",
    });
    for (const type of ["image/png", "image/jpeg", "image/gif", "image/webp"])
      expect(source(`data:${type};base64,AA==`)).toEqual({ type: "base64", media_type: type, data: "AA==" });
    expect(source("DATA:image/JPG;charset=x;base64,AA==")).toEqual({
      type: "base64",
      media_type: "image/jpeg",
      data: "AA==",
    });
  });

  test.each([
    ["data:image/png,raw", /data URL/],
    ["data:image/png;base64", /data URL/],
    ["data:;base64,AA==", /type/],
    ["data:image/svg+xml;base64,AA==", /svg\+xml/],
    ["data:image/png;base64,", /no data/],
    // "Only HTTPS URLs are supported."
    ["http://a.test/a.png", /^messages: .*https URLs.*"http:\/\/a\.test\/a\.png"/],
    ["ftp://a.test/a.png", /https/],
    ["", /https/],
  ])("%j is rejected with a clear message", (url, message) => {
    expect(() => source(url)).toThrow(
      expect.objectContaining({ kind: "invalid", message: expect.stringMatching(message) }),
    );
  });

  test("is not quoted in full in an error, and not accepted in a system message", () => {
    expect(() => source(`data:image/tiff;base64,${"A".repeat(10_000)}`)).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining("AAAA") }),
    );
    expect(() =>
      toConversation([{ role: "system", content: [{ type: "image", url: "https://a.test/a.png" }] }], HOISTED),
    ).toThrow(expect.objectContaining({ kind: "invalid", param: "messages" }));
  });
});
