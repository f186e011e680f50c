import type { Capability } from "@cenote/catalog";
import type { ChatCall } from "@cenote/providers";
import { testCandidate, testModel } from "@cenote/routing/testing";
import { instructedCalls } from "./instructed-format";
import { longestForm } from "./usable-routes";

const able = (...capabilities: Capability[]) =>
  testCandidate("one", { model: { ...testModel("m/one"), capabilities: new Set(capabilities) } });
const exact = able("json_schema", "tools");
const inWords = able("json_schema_instructed");

const asked: ChatCall = {
  messages: [{ role: "user", content: "Which animal?" }],
  responseFormat: { type: "json_schema", name: "animal", schema: { type: "object" } },
};
const [told] = instructedCalls(asked);

describe("the form of a call that is counted and held for", () => {
  test("has its format in words if a model may get it in words", () => {
    expect(longestForm({ call: asked, candidates: [exact, inWords] })).toEqual(told);
  });

  test("or if functions are offered, beside which a route may not take the format itself", () => {
    const call: ChatCall = { ...asked, tools: [{ name: "f" }] };
    expect(longestForm({ call, candidates: [exact] })).toEqual(instructedCalls(call)[0]);
  });

  test("is the call itself otherwise, or if it asks for no format", () => {
    expect(longestForm({ call: asked, candidates: [exact] })).toBe(asked);
    const { responseFormat: _json, ...plain } = asked;
    expect(longestForm({ call: plain, candidates: [exact, inWords] })).toBe(plain);
  });
});
