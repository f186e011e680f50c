import fc from "fast-check";
import type { ChatCall, ChatMessage } from "../spec";
import type { Target } from "../target";
import { MIN_MARKED_CHARACTERS } from "./cache-marks";
import { toRequest } from "./to-request";

const target = (quirks: Record<string, unknown> = {}): Target => ({
  provider: "p",
  baseUrl: "https://p.test",
  model: "claude-haiku-4-5",
  quirks,
});
const LONG = "word ".repeat(MIN_MARKED_CHARACTERS / 5 + 1);
const MARK = '"cache_control":{"type":"ephemeral"}';

const bodyOf = (call: ChatCall, to = target()) => toRequest(call, to, false).body ?? "";
/** The marked texts, in order. */
const marked = (call: ChatCall): string[] => {
  const {
    tools = [],
    system = [],
    messages,
  } = JSON.parse(bodyOf(call)) as { tools?: object[]; system?: object[]; messages: { content: object[] }[] };
  const blocks = [...tools, ...system, ...messages.flatMap(({ content }) => content)] as Record<string, string>[];
  return blocks
    .filter((block) => "cache_control" in block)
    .map((block) => (block["name"] ?? block["text"] ?? block["tool_use_id"] ?? "").slice(0, 6));
};
const user = (content: string): ChatMessage => ({ role: "user", content });
const assistant = (content: string): ChatMessage => ({ role: "assistant", content });
const system = (content: string): ChatMessage => ({ role: "system", content });

describe("cache marks", () => {
  test("are set after the tools, the system prompt and the user's last two turns", () => {
    const messages = [system(LONG), system("S2"), user("U1"), assistant("A1"), user("U2"), assistant("A2"), user("U3")];
    const tools = [{ name: "t1" }, { name: "t2", description: LONG }];
    expect(marked({ messages, tools })).toEqual(["t2", "S2", "U2", "U3"]);
  });

  test("are set after the last result in an agent's loop", () => {
    const calls = (id: string): ChatMessage => ({ ...assistant(""), toolCalls: [{ id, name: "f", arguments: "{}" }] });
    const result = (toolCallId: string, content: string): ChatMessage => ({ role: "tool", content, toolCallId });
    expect(marked({ messages: [user("U1"), calls("c1"), result("c1", LONG), calls("c2"), result("c2", "2")] })).toEqual(
      ["c1", "c2"],
    );
  });

  test("are set only if the prompt is long enough up to there", () => {
    expect(
      marked({
        messages: [system("short"), user("U1"), assistant("A1"), user(LONG), assistant("A2"), user("U3")],
        tools: [{ name: "t" }],
      }),
    ).toEqual(["word w", "U3"]);
    expect(bodyOf({ messages: [system("short"), user("U1"), assistant("A1"), user("U2")] })).not.toContain(MARK);
  });

  test("are not set on a one-off question, but on what always precedes it", () => {
    expect(bodyOf({ messages: [user(LONG)] })).not.toContain(MARK);
    expect(marked({ messages: [system(LONG), user(LONG)] })).toEqual(["word w"]);
  });

  test("can be turned off", () => {
    expect(
      bodyOf({ messages: [system(LONG), user("U1"), assistant("A1"), user("U2")] }, target({ prompt_caching: false })),
    ).not.toContain(MARK);
  });

  test("are never more than four, and nothing else changes", () => {
    const text = fc.constantFrom("a", LONG, "");
    const message = fc.oneof(text.map(system), text.map(user), text.map(assistant));
    const tools = fc.array(fc.constantFrom({ name: "t" }, { name: "u", description: LONG }), { maxLength: 3 });
    fc.assert(
      fc.property(fc.array(message, { minLength: 1, maxLength: 12, size: "max" }), tools, (messages, declared) => {
        const call = { messages, tools: declared };
        const body = bodyOf(call);
        expect(body.split(MARK).length - 1).toBeLessThanOrEqual(4);
        expect(body.replaceAll(`,${MARK}`, "")).toBe(bodyOf(call, target({ prompt_caching: false })));
      }),
      { numRuns: 100 },
    );
  });
});
