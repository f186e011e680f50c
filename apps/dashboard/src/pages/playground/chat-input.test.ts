import { NO_SETTINGS, openCalls, toChatInput, toRestBody } from "./chat-input";
import type { Question, Turn } from "./conversation";

const settings = { ...NO_SETTINGS, model: "a/b" };
const ask = (text: string, results: readonly string[] = []) => ({ text, files: [], results });
const turn = (question: Question, answer: string, state: Turn["state"] = "whole"): Turn => ({
  number: 1,
  question,
  input: { model: "a/b", messages: [] },
  answer,
  reasoning: "",
  toolCalls: [],
  state,
  startedMs: 0,
});

describe("toChatInput", () => {
  it("leaves out settings that are not set", () => {
    expect(toChatInput(settings, [], ask("hi"))).toEqual({ model: "a/b", messages: [{ role: "USER", content: "hi" }] });
  });

  it("has the settings and all earlier turns, also stopped answers, but no turn without an answer", () => {
    const turns = [turn(ask("one"), "1"), turn(ask("two"), "", "failed"), turn(ask("three"), "3 and", "stopped")];
    expect(
      toChatInput({ ...settings, system: "Be brief.", temperature: "0.5", maxTokens: "20" }, turns, ask("four")),
    ).toEqual({
      model: "a/b",
      temperature: 0.5,
      maxTokens: 20,
      messages: [
        { role: "SYSTEM", content: "Be brief." },
        { role: "USER", content: "one" },
        { role: "ASSISTANT", content: "1" },
        { role: "USER", content: "three" },
        { role: "ASSISTANT", content: "3 and" },
        { role: "USER", content: "four" },
      ],
    });
  });
});

describe("files, tools and effort", () => {
  const files = [
    { name: "photo.png", url: "data:image/png;base64,AAAA" },
    { name: "report.pdf", url: "data:application/pdf;base64,BBBB" },
  ];
  const input = toChatInput(
    { ...settings, reasoningEffort: "low", tools: '[{"name":"now"}]' },
    [turn({ ...ask("look"), files }, "seen")],
    ask("and?"),
  );

  it("are sent, files with their question each time", () => {
    expect(input).toEqual({
      model: "a/b",
      reasoningEffort: "low",
      tools: [{ name: "now" }],
      messages: [
        {
          role: "USER",
          parts: [
            { text: "look" },
            { imageUrl: "data:image/png;base64,AAAA" },
            { file: { filename: "report.pdf", fileData: "data:application/pdf;base64,BBBB" } },
          ],
        },
        { role: "ASSISTANT", content: "seen" },
        { role: "USER", content: "and?" },
      ],
    });
  });

  it("have their words over REST, without the bytes of files", () => {
    expect(toRestBody(input)).toEqual({
      model: "a/b",
      reasoning_effort: "low",
      tools: [{ type: "function", function: { name: "now" } }],
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "look" },
            { type: "image_url", image_url: { url: "data:image/png;base64,..." } },
            { type: "file", file: { filename: "report.pdf", file_data: "data:application/pdf;base64,..." } },
          ],
        },
        { role: "assistant", content: "seen" },
        { role: "user", content: "and?" },
      ],
    });
  });
});

describe("tool calls", () => {
  const call = (id: string) => ({ index: 0, id, name: "now", arguments: "{}" });
  const sentCall = (id: string) => ({ role: "ASSISTANT", toolCalls: [{ id, name: "now", arguments: "{}" }] });
  const calling = (question: string, id: string, results: readonly string[] = []): Turn => ({
    ...turn(ask(question, results), ""),
    toolCalls: [call(id)],
  });
  const failed = turn(ask("", ["lost"]), "", "failed");

  it("go with the results that were given, and the next question has those of the last answer", () => {
    const turns = [calling("time?", "one"), calling("", "two", ["12:00"]), failed];
    expect(openCalls(turns)).toEqual([call("two")]);
    const input = toChatInput(settings, turns, ask("", ["13:00"]));
    expect(input.messages).toEqual([
      { role: "USER", content: "time?" },
      sentCall("one"),
      { role: "TOOL", toolCallId: "one", content: "12:00" },
      sentCall("two"),
      { role: "TOOL", toolCallId: "two", content: "13:00" },
    ]);
    expect(toRestBody(input)).toEqual({
      model: "a/b",
      messages: [
        { role: "user", content: "time?" },
        {
          role: "assistant",
          tool_calls: [{ id: "one", type: "function", function: { name: "now", arguments: "{}" } }],
        },
        { role: "tool", content: "12:00", tool_call_id: "one" },
        {
          role: "assistant",
          tool_calls: [{ id: "two", type: "function", function: { name: "now", arguments: "{}" } }],
        },
        { role: "tool", content: "13:00", tool_call_id: "two" },
      ],
    });
  });

  it("that were left without a result have one that says so, and those of a stopped answer are left out", () => {
    expect(toChatInput(settings, [calling("time?", "one")], ask("never mind", [" "])).messages.slice(2)).toEqual([
      { role: "TOOL", toolCallId: "one", content: "No result." },
      { role: "USER", content: "never mind" },
    ]);
    const stopped: Turn = { ...calling("time?", "one"), state: "stopped" };
    expect(openCalls([stopped])).toEqual([]);
    expect(toChatInput(settings, [stopped], ask("again")).messages).toEqual([{ role: "USER", content: "again" }]);
  });
});

describe("toRestBody", () => {
  it("has the settings in the words of REST", () => {
    const body = (changes: object) => toRestBody(toChatInput({ ...settings, ...changes }, [], ask("Hello!")));
    expect(body({})).toEqual({ model: "a/b", messages: [{ role: "user", content: "Hello!" }] });
    expect(body({ system: "Be brief.", temperature: "0", maxTokens: "20" })).toEqual({
      model: "a/b",
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "Hello!" },
      ],
      temperature: 0,
      max_tokens: 20,
    });
  });
});
