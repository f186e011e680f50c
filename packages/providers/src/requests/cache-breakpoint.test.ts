import { FAMILIES } from "../families";
import type { ChatCall, ChatMessage, Tool } from "../spec";
import type { Target } from "../target";

const LONG = "These are the rules of the house. ".repeat(120);
const MARK = { prompt_cache_breakpoint: { mode: "explicit" } };
const system = (content: ChatMessage["content"]): ChatMessage => ({ role: "system", content });
const user = (content: string): ChatMessage => ({ role: "user", content });

describe.each([
  ["openai-compatible", "messages", "text"],
  ["openai-responses", "input", "input_text"],
])("the prompt of a call over %s", (kind, field, type) => {
  const contentsOf = (messages: readonly ChatMessage[], quirks: object, tools?: readonly Tool[]): unknown[] => {
    const target: Target = { provider: "p", model: "m", baseUrl: "https://p.test", quirks: { ...quirks } };
    const call: ChatCall = { messages, ...(tools === undefined ? {} : { tools }) };
    const body = JSON.parse(FAMILIES.get(kind)?.chat?.toRequest(call, target, false).body?.toString() ?? "") as Record<
      string,
      { content: unknown }[]
    >;
    return body[field]?.map(({ content }) => content) ?? [];
  };
  const markedOf = (messages: readonly ChatMessage[], tools?: readonly Tool[]): unknown[] =>
    contentsOf(messages, { cache_breakpoints: true }, tools);

  test("is marked at the end of long instructions, so that other questions find them in the cache", () => {
    expect(markedOf([system(LONG), user("Hi")])).toEqual([[{ type, text: LONG, ...MARK }], "Hi"]);
  });

  test("is marked once, at the end of the last part of the last of them", () => {
    expect(
      markedOf([
        system(LONG),
        system([
          { type: "text", text: "A" },
          { type: "text", text: "B" },
        ]),
        user("Hi"),
        system(LONG),
      ]),
    ).toEqual([
      LONG,
      [
        { type, text: "A" },
        { type, text: "B", ...MARK },
      ],
      "Hi",
      LONG,
    ]);
  });

  test("counts the functions, which stand before the instructions", () => {
    const tool: Tool = { name: "f", description: LONG };
    expect(markedOf([system("Be kind."), user("Hi")], [tool])).toEqual([[{ type, text: "Be kind.", ...MARK }], "Hi"]);
    expect(markedOf([user("Hi")], [tool])).toEqual(["Hi"]);
  });

  test("is left alone where a cache would not take it", () => {
    expect(markedOf([system("Be kind."), user(LONG)])).toEqual(["Be kind.", LONG]);
    expect(markedOf([user(LONG), system(LONG)])).toEqual([LONG, LONG]);
    expect(markedOf([system(""), user(LONG)])).toEqual(["", LONG]);
  });

  test("is left alone at a provider that has no such marks", () => {
    expect(contentsOf([system(LONG), user("Hi")], {})).toEqual([LONG, "Hi"]);
  });
});
