import type { ChatCall, ChatEvent } from "../spec";
import type { Target } from "../target";
import { openAiCompatible } from "./adapter";

const target = (assistant_prefix: string): Target => ({
  provider: "p",
  baseUrl: "https://p.test",
  model: "m",
  quirks: { assistant_prefix },
});
const call = (content: ChatCall["messages"][number]["content"]): ChatCall => ({
  messages: [
    { role: "user", content: "Hi there!" },
    { role: "assistant", content },
  ],
});

const answerOf = (text: string, of: ChatCall, to = target("flagged_echoed")): string | undefined =>
  openAiCompatible.chat?.fromAnswer(
    { choices: [{ message: { role: "assistant", content: text }, finish_reason: "stop" }] },
    to,
    of,
  ).text;

const eventsOf = (deltas: readonly object[], of: ChatCall, to = target("flagged_echoed")): readonly ChatEvent[] => {
  const reader = openAiCompatible.chat!.createStreamReader(to, of);
  const chunks = [
    ...deltas.map((delta) => ({ choices: [{ index: 0, delta }] })),
    { choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
  ];
  const events = chunks.flatMap((chunk) => reader.read(JSON.stringify(chunk), ""));
  expect([reader.complete, reader.ended]).toEqual([true, false]);
  reader.read("[DONE]", "");
  expect(reader.ended).toBe(true);
  return events;
};
const text = (said: string): ChatEvent => ({ type: "text", text: said });
const FINISH: ChatEvent = { type: "finish", reason: "stop" };

describe("a provider that repeats the beginning of an answer", () => {
  // The answer of https://github.com/mistralai/platform-docs-public/blob/main/docs/guides/prefix.md
  test("has it taken off", () => {
    expect(answerOf("Oh! Hello there!", call("Oh!"))).toBe(" Hello there!");
    const parts = [{ type: "text", text: "O" } as const, { type: "text", text: "h!" } as const];
    expect(answerOf("Oh! Hello there!", call(parts))).toBe(" Hello there!");
  });

  test("has it taken off a stream, wherever that is cut", () => {
    const whole = "Oh! Hello";
    for (let cut = 1; cut < whole.length; cut += 1) {
      const events = eventsOf([{ content: whole.slice(0, cut) }, { content: whole.slice(cut) }], call("Oh!"));
      const said = events.map((event) => (event.type === "text" ? event.text : "")).join("");
      expect({ cut, said, last: events.at(-1) }).toEqual({ cut, said: " Hello", last: FINISH });
    }
  });

  test("has it taken off once", () => {
    expect(answerOf("HaHaHa", call("Ha"))).toBe("HaHa");
    expect(eventsOf([{ content: "Ha" }, { content: "Ha" }, { content: "Ha" }], call("Ha"))).toEqual([
      text("Ha"),
      text("Ha"),
      FINISH,
    ]);
  });

  test("is believed where it does not", () => {
    expect(answerOf(" Hello there!", call("Oh!"))).toBe(" Hello there!");
    expect(eventsOf([{ content: "O" }, { content: "ther" }], call("Oh!"))).toEqual([text("Other"), FINISH]);
    expect(eventsOf([{ content: "O" }], call("Oh!"))).toEqual([text("O"), FINISH]);
  });

  test("may reason before", () => {
    expect(eventsOf([{ reasoning_content: "Hm." }, { content: "Oh! Hi" }], call("Oh!"))).toEqual([
      { type: "reasoning", text: "Hm." },
      text(" Hi"),
      FINISH,
    ]);
  });

  test("is asked as one that does not", () => {
    const body = openAiCompatible.chat?.toRequest(call("Oh!"), target("flagged_echoed"), false).body?.toString() ?? "";
    expect(JSON.parse(body)).toMatchObject({ messages: [{}, { content: "Oh!", prefix: true }] });
  });
});

test("an answer that nobody began is left as it is", () => {
  const asked: ChatCall = { messages: [{ role: "user", content: "Oh!" }] };
  expect(answerOf("Oh! Hi", asked)).toBe("Oh! Hi");
  expect(eventsOf([{ content: "Oh! Hi" }], asked)).toEqual([text("Oh! Hi"), FINISH]);
});

test("nor is one of a provider that does not repeat its beginning", () => {
  expect(answerOf("Oh! Hi", call("Oh!"), target("flagged"))).toBe("Oh! Hi");
  expect(eventsOf([{ content: "Oh! Hi" }], call("Oh!"), target("flagged"))).toEqual([text("Oh! Hi"), FINISH]);
});

test("each piece of a repeated beginning is compared once", () => {
  const beginning = "word ".repeat(400).trimEnd();
  const startsWith = jest.spyOn(String.prototype, "startsWith");
  try {
    eventsOf(
      Array.from(beginning).map((content) => ({ content })),
      call(beginning),
    );
    const compared = startsWith.mock.calls.filter((_, at) => startsWith.mock.contexts[at] === beginning);
    expect(compared.reduce((sum, [text]) => sum + text.length, 0)).toBeLessThanOrEqual(2 * beginning.length);
  } finally {
    startsWith.mockRestore();
  }
});
