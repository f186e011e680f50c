import { createToolCallTracker } from "./tool-calls";
import type { WireToolCall } from "./wire-types";

/** Folds deltas as a client would. */
const fold = (deltas: readonly WireToolCall[]) => {
  const tracker = createToolCallTracker();
  const calls: { id: string; name: string; json: string }[] = [];
  for (const event of [...deltas.map((delta) => tracker.read(delta, "x")), ...tracker.finish()]) {
    if (event === undefined) continue;
    const call = (calls[event.index] ??= { id: "", name: "", json: "" });
    call.id += event.id ?? "";
    call.name += event.name ?? "";
    call.json += event.arguments;
  }
  return calls.map(({ id, name, json }) => [id, name, json]);
};

const piece = (
  index: number | undefined,
  id: string | undefined,
  name: string | undefined,
  json: string,
): WireToolCall => ({
  ...(index === undefined ? {} : { index }),
  ...(id === undefined ? {} : { id }),
  function: { ...(name === undefined ? {} : { name }), arguments: json },
});

describe("streamed tool calls", () => {
  test.each<[string, WireToolCall[], string[][]]>([
    [
      "numbered",
      [
        piece(0, "a", "f", ""),
        piece(1, "b", "g", "{"),
        piece(0, undefined, undefined, "{}"),
        piece(1, undefined, undefined, "}"),
      ],
      [
        ["a", "f", "{}"],
        ["b", "g", "{}"],
      ],
    ],
    [
      "numbered from elsewhere",
      [piece(3, "a", "f", "{"), piece(3, undefined, undefined, "}"), piece(7, "b", "g", "{}")],
      [
        ["a", "f", "{}"],
        ["b", "g", "{}"],
      ],
    ],
    ["id and name repeated with every piece", [piece(0, "a", "f", "{"), piece(0, "a", "f", "}")], [["a", "f", "{}"]]],
    ["id empty after the first piece", [piece(0, "a", "f", "{"), piece(0, "", "", "}")], [["a", "f", "{}"]]],
    ["a new id with every piece", [piece(0, "a", "f", "{"), piece(0, "b", undefined, "}")], [["a", "f", "{}"]]],
    [
      "of one function, all numbered 0 and without an id",
      [piece(0, "", "f", '{"a":1}'), piece(0, "", "f", '{"a":'), piece(0, "", "f", "2}"), piece(0, "", "f", "\n")],
      [
        ["call_x_0", "f", '{"a":1}'],
        ["call_x_1", "f", '{"a":2}\n'],
      ],
    ],
    [
      "all numbered 0",
      [
        piece(0, "a", "f", "{}"),
        piece(0, "b", "g", "{}"),
        piece(0, "c", "g", "{"),
        piece(0, undefined, undefined, "}"),
      ],
      [
        ["a", "f", "{}"],
        ["b", "g", "{}"],
        ["c", "g", "{}"],
      ],
    ],
    [
      "all numbered 0 without ids",
      [piece(0, undefined, "f", "{}"), piece(0, undefined, "g", "{}")],
      [
        ["call_x_0", "f", "{}"],
        ["call_x_1", "g", "{}"],
      ],
    ],
    [
      "not numbered",
      [piece(undefined, "a", "f", "{"), piece(undefined, undefined, undefined, "}"), piece(undefined, "b", "f", "{}")],
      [
        ["a", "f", "{}"],
        ["b", "f", "{}"],
      ],
    ],
    [
      "not numbered, interleaved",
      [
        piece(undefined, "a", "f", "{"),
        piece(undefined, "b", "g", "{"),
        piece(undefined, "a", undefined, "}"),
        piece(undefined, "b", undefined, "}"),
      ],
      [
        ["a", "f", "{}"],
        ["b", "g", "{}"],
      ],
    ],
    [
      "neither number nor id",
      [piece(undefined, undefined, "f", '{"a":1}'), piece(undefined, undefined, "f", '{"a":2}')],
      [
        ["call_x_0", "f", '{"a":1}'],
        ["call_x_1", "f", '{"a":2}'],
      ],
    ],
    [
      "the same tool twice under other numbers",
      [piece(0, "a", "f", "{}"), piece(1, "b", "f", "{}")],
      [
        ["a", "f", "{}"],
        ["b", "f", "{}"],
      ],
    ],
    [
      "name and arguments after the id",
      [
        piece(0, "a", undefined, ""),
        piece(0, undefined, "f", "{"),
        piece(0, undefined, undefined, "}"),
        piece(1, "b", "", "{"),
        piece(1, "b", "g", "}"),
      ],
      [
        ["a", "f", "{}"],
        ["b", "g", "{}"],
      ],
    ],
    [
      "not numbered, name after the id",
      [piece(undefined, "a", "", ""), piece(undefined, "", "f", "{}")],
      [["a", "f", "{}"]],
    ],
    ["no name at all", [piece(0, "a", undefined, "{"), piece(0, undefined, undefined, "}")], [["a", "", "{}"]]],
    ["no arguments at all", [piece(0, "a", "f", "")], [["a", "f", "{}"]]],
  ])("%s", (_, deltas, calls) => {
    expect(fold(deltas)).toEqual(calls);
  });
});

test("a call is told with id and name at once, when its name has come", () => {
  const tracker = createToolCallTracker();
  expect(tracker.read(piece(0, "a", undefined, "{"), "x")).toBeUndefined();
  expect(tracker.read(piece(0, undefined, "f", "}"), "x")).toEqual({
    type: "tool_call",
    index: 0,
    id: "a",
    name: "f",
    arguments: "{}",
  });
});

test("arguments that come with their name again and again are not read from the beginning with each piece", () => {
  const parse = jest.spyOn(JSON, "parse");
  try {
    const pieces = Array.from({ length: 500 }, () => piece(0, undefined, "f", "{}"));
    const inside = [piece(0, undefined, "f", '{"a":"\\"'), ...pieces, piece(0, undefined, "f", '\\\\"}')];
    expect(fold([...inside, piece(0, undefined, "f", " {}")])).toEqual([
      ["call_x_0", "f", `{"a":"\\"${"{}".repeat(500)}\\\\"}`],
      ["call_x_1", "f", " {}"],
    ]);
    expect(parse).not.toHaveBeenCalled();
  } finally {
    parse.mockRestore();
  }
});

test("an answer with a thousand tool calls is not followed any further", () => {
  const tracker = createToolCallTracker();
  for (let index = 0; index < 1_000; index++) tracker.read(piece(index, `c${index}`, "f", "{}"), "x");
  expect(() => tracker.read(piece(1_000, "c1000", "f", "{}"), "x")).toThrow(
    expect.objectContaining({ kind: "malformed" }),
  );
  expect(tracker.read(piece(999, undefined, undefined, " "), "x")).toMatchObject({ index: 999 });
});
