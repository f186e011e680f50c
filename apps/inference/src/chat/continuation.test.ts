import type { ChatCall, ChatEvent, ProviderErrorKind } from "@cenote/providers";
import type { ChatCandidate } from "./chat-candidate";
import { failure, testCandidate, testModel } from "@cenote/routing/testing";
import { continuationOf, createBreaks, isContinuable, isInterrupted, joinEvents } from "./continuation";
import { createTextJoin } from "./join-text";

const CALL: ChatCall = { messages: [{ role: "user", content: "Count" }], temperature: 0.5 };

describe("the continuation call", () => {
  test("is the conversation, plus the answer so far without trailing white space", () => {
    expect(continuationOf(CALL, "One, two, ", 2)).toEqual({
      ...CALL,
      messages: [...CALL.messages, { role: "assistant", content: "One, two," }],
    });
  });

  test("may generate what is left of the caller's maximum", () => {
    expect(continuationOf({ ...CALL, maxTokens: 5 }, "One, two,", 2)).toEqual({
      ...CALL,
      messages: [...CALL.messages, { role: "assistant", content: "One, two," }],
      maxTokens: 3,
    });
    expect(continuationOf({ ...CALL, maxTokens: 2 }, "One, two,", 2)).toBeUndefined();
  });

  test("includes the caller's own prefix of the answer", () => {
    const begun: ChatCall = { messages: [...CALL.messages, { role: "assistant", content: "Zero, " }] };
    expect(continuationOf(begun, "one, two ", 2)?.messages).toEqual([
      CALL.messages[0],
      { role: "assistant", content: "Zero, one, two" },
    ]);
  });

  const impossible: [string, Partial<ChatCall>, string][] = [
    ["nothing but reasoning so far", {}, " \n"],
    ["log probabilities", { logprobs: true }, "One"],
  ];
  test.each(impossible)("is not possible for %s", (_what, call, soFar) => {
    expect(continuationOf({ ...CALL, ...call }, soFar, 1)).toBeUndefined();
  });
});

test.each<[ChatCall["responseFormat"], boolean]>([
  [undefined, true],
  [{ type: "text" }, true],
  [{ type: "json_object" }, false],
  [{ type: "json_schema", name: "s", schema: {} }, false],
])("an answer of the format %j can be continued: %s", (responseFormat, expected) => {
  expect(isContinuable({ ...CALL, ...(responseFormat && { responseFormat }) })).toBe(expected);
});

test("cut, silent and failing streams can be continued; refusals, cancelled calls and timed-out ones can't", () => {
  expect([failure("cut"), failure("server"), failure("timeout", { phase: "idle" })].every(isInterrupted)).toBe(true);
  expect(
    [failure("timeout", { phase: "total" }), failure("timeout", { phase: "first_content" })].some(isInterrupted),
  ).toBe(false);
  for (const kind of ["content_policy", "aborted", "malformed", "rejected"] as const)
    expect(isInterrupted(failure(kind))).toBe(false);
});

describe("the routes for a continuation", () => {
  const model = { ...testModel("test/prefix"), capabilities: new Set(["assistant_prefix"] as const) };
  const [a, b] = [testCandidate("a", { model }), testCandidate("b", { model })];
  const other = testCandidate("c", { model: { ...model, id: "test/other" } });

  const goOn = (
    broken: ChatCandidate,
    kinds: readonly ProviderErrorKind[],
    candidates: readonly ChatCandidate[] = [a, b, other],
  ) => {
    const breaks = createBreaks();
    for (const kind of kinds) breaks.note(broken, failure(kind));
    return breaks.goOnAfter(candidates, broken);
  };

  test("are the model's other routes, then the cut one, once", () => {
    expect(goOn(a, ["cut"])).toEqual([b, a]);
    expect(goOn(a, ["cut", "cut"])).toEqual([b]);
  });

  test.each(["timeout", "server"] as const)("exclude one that ended with %s", (kind) => {
    expect(goOn(a, [kind])).toEqual([b]);
  });

  test("are none if the model does not support a prefix", () => {
    const [c, d] = [testCandidate("c"), testCandidate("d")];
    expect(goOn(c, ["cut"], [c, d])).toEqual([]);
  });
});

test("the caller sees one answer: no second reasoning, and buffered text before the finish", () => {
  const events: ChatEvent[] = [
    { type: "reasoning", text: "Hm." },
    { type: "text", text: " " },
    { type: "text", text: "three" },
    {
      type: "usage",
      usage: { promptTokens: 1, completionTokens: 1, cachedTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 },
    },
    { type: "finish", reason: "stop" },
  ];
  expect(joinEvents(events, createTextJoin("One, two, ")).map(({ type }) => type)).toEqual(["text", "usage", "finish"]);
  expect(
    joinEvents(
      [
        { type: "text", text: "One, two, three, " },
        { type: "finish", reason: "stop" },
      ],
      createTextJoin("One, two, three, four"),
    ),
  ).toEqual([
    { type: "text", text: "One, two, three, " },
    { type: "finish", reason: "stop" },
  ]);
});

test("text that may be a repetition is sent before the tool call that follows it", () => {
  const text: ChatEvent = { type: "text", text: "One, two, three, " };
  const call: ChatEvent = { type: "tool_call", index: 0, id: "a", name: "look", arguments: "{}" };
  const finish: ChatEvent = { type: "finish", reason: "tool_calls" };
  expect(joinEvents([text, call, finish], createTextJoin("One, two, three, four"))).toEqual([text, call, finish]);
});
