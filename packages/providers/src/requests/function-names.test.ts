import fc from "fast-check";
import { inWireNames } from "./function-names";
import type { ChatCall } from "../spec";

const TAKEN = /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/;
const callWith = (...names: string[]): ChatCall => ({
  messages: [{ role: "user", content: "Hi" }],
  tools: names.map((name) => ({ name })),
});
const wireNames = (call: ChatCall): string[] => (inWireNames(call, TAKEN).call.tools ?? []).map(({ name }) => name);

describe("function names that a protocol does not accept", () => {
  test("are changed as little as possible", () => {
    expect(wireNames(callWith("2fa_check", "-x", "todo/find.all", "", "fine_one-1"))).toEqual([
      "_2fa_check",
      "_-x",
      "todo_find_all",
      "_",
      "fine_one-1",
    ]);
  });

  test("stay distinct if they would become equal, or equal to an accepted one", () => {
    const names = wireNames(callWith("a.b", "a:b", "a_b", "2", "_2"));
    expect(new Set(names).size).toBe(5);
    expect([names[2], names[4]]).toEqual(["a_b", "_2"]);
  });

  test("are changed the same way everywhere, and not at all if all are accepted", () => {
    const call: ChatCall = {
      ...callWith("2fa"),
      toolChoice: { mode: "function", name: "2fa" },
      messages: [
        { role: "user", content: "Hi" },
        { role: "assistant", content: "", toolCalls: [{ id: "1", name: "2fa", arguments: "{}" }] },
        { role: "tool", content: "ok", toolCallId: "1" },
      ],
    };
    expect(inWireNames(call, TAKEN).call).toMatchObject({
      tools: [{ name: "_2fa" }],
      toolChoice: { mode: "function", name: "_2fa" },
      messages: [{}, { toolCalls: [{ id: "1", name: "_2fa" }] }, {}],
    });
    const usual = callWith("get_weather");
    expect(inWireNames(usual, TAKEN).call).toBe(usual);
  });

  test("are mapped back to the caller's, plain and streamed; a name the model invented is kept", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ maxLength: 100, size: "max" }), { minLength: 1, maxLength: 6 }),
        (names) => {
          const { call, event, answer } = inWireNames(callWith(...names), TAKEN);
          const wire = (call.tools ?? []).map(({ name }) => name);
          expect(wire.every((name) => TAKEN.test(name))).toBe(true);
          expect(new Set(wire).size).toBe(names.length);
          expect(wire.map((name) => event({ type: "tool_call", index: 0, id: "1", name, arguments: "" }))).toEqual(
            names.map((name) => ({ type: "tool_call", index: 0, id: "1", name, arguments: "" })),
          );
          const toolCalls = wire.map((name) => ({ id: "1", name, arguments: "{}" }));
          expect(answer({ text: "", toolCalls, finishReason: "tool_calls" }).toolCalls.map(({ name }) => name)).toEqual(
            names,
          );
        },
      ),
    );
    const { event } = inWireNames(callWith("2fa"), TAKEN);
    expect(event({ type: "tool_call", index: 0, id: "1", name: "made_up", arguments: "" })).toMatchObject({
      name: "made_up",
    });
    expect(event({ type: "tool_call", index: 0, arguments: "{}" })).toEqual({
      type: "tool_call",
      index: 0,
      arguments: "{}",
    });
  });
});
