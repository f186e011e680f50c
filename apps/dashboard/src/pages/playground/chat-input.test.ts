import { toChatInput, toRestBody } from "./chat-input";
import type { Turn } from "./conversation";

const settings = { model: "a/b", system: "", temperature: "", maxTokens: "" };
const turn = (question: string, answer: string, state: Turn["state"] = "whole"): Turn => ({
  number: 1,
  question,
  answer,
  reasoning: "",
  state,
  startedMs: 0,
});

describe("toChatInput", () => {
  it("leaves out settings that are not set", () => {
    expect(toChatInput(settings, [], "hi")).toEqual({ model: "a/b", messages: [{ role: "USER", content: "hi" }] });
  });

  it("has the settings and all earlier turns, also stopped answers, but no turn without an answer", () => {
    const turns = [turn("one", "1"), turn("two", "", "failed"), turn("three", "3 and", "stopped")];
    expect(
      toChatInput({ ...settings, system: "Be brief.", temperature: "0.5", maxTokens: "20" }, turns, "four"),
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

describe("toRestBody", () => {
  it("has the settings in the words of REST", () => {
    expect(toRestBody(settings)).toEqual({ model: "a/b", messages: [{ role: "user", content: "Hello!" }] });
    expect(toRestBody({ model: "a/b", system: "Be brief.", temperature: "0", maxTokens: "20" })).toEqual({
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
