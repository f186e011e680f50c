import { type Log, silentLog } from "@cenote/core";
import { answerWith, failureOf, nextTurn, readAll } from "../testing/client-harness";
import { PACKAGE, readRequest, sdkHarness } from "../testing/sdk-harness";
import {
  type UpstreamConnection,
  event,
  finishEvent,
  piece,
  streamEnd,
  streamHead,
  textEvent,
  usageEvent,
} from "../testing/upstream";

const { setUp } = sdkHarness();

describe("a stream through a package", () => {
  test("returns text, reasoning, usage and finish reason", async () => {
    const { stream, upstream } = await setUp(
      answerWith(
        streamHead(),
        piece(event({ id: "c", choices: [{ index: 0, delta: { role: "assistant", reasoning_content: "Hm." } }] })),
        piece(textEvent("Hel") + textEvent("lo")),
        piece(finishEvent("length") + usageEvent() + event("[DONE]")),
        streamEnd(),
      ),
      PACKAGE,
    );
    expect(await readAll(stream())).toEqual({
      error: undefined,
      events: [
        { type: "reasoning", text: "Hm." },
        { type: "text", text: "Hel" },
        { type: "text", text: "lo" },
        {
          type: "usage",
          usage: { promptTokens: 5, completionTokens: 2, cachedTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 },
        },
        { type: "finish", reason: "length" },
      ],
    });
    expect(readRequest(upstream.requests[0] as UpstreamConnection).body).toMatchObject({
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  test("passes on whole a character that was cut in two", async () => {
    const { stream } = await setUp(
      answerWith(
        streamHead(),
        piece(textEvent("a\uD83D") + textEvent("\uDE00b") + finishEvent("stop") + event("[DONE]")),
        streamEnd(),
      ),
      PACKAGE,
    );
    const { events } = await readAll(stream());
    expect(events.filter(({ type }) => type === "text")).toEqual([
      { type: "text", text: "a" },
      { type: "text", text: "😀b" },
    ]);
  });

  test("returns tool calls in pieces, numbered by call", async () => {
    const call = (index: number, rest: object) =>
      event({ id: "c", choices: [{ index: 0, delta: { tool_calls: [{ index, ...rest }] } }] });
    const { stream } = await setUp(
      answerWith(
        streamHead(),
        piece(call(0, { id: "t1", type: "function", function: { name: "look", arguments: "" } })),
        piece(call(0, { function: { arguments: '{"at"' } })),
        piece(call(1, { id: "t2", type: "function", function: { name: "hear", arguments: "{}" } })),
        piece(call(0, { function: { arguments: ":1}" } })),
        piece(finishEvent("tool_calls")),
        streamEnd(),
      ),
      PACKAGE,
    );
    const { events } = await readAll(stream());
    const argumentsOf = (index: number) =>
      events.map((one) => (one.type === "tool_call" && one.index === index ? one.arguments : "")).join("");
    expect(events.filter((one) => one.type === "tool_call" && one.id !== undefined)).toEqual([
      { type: "tool_call", index: 0, id: "t1", name: "look", arguments: "" },
      { type: "tool_call", index: 1, id: "t2", name: "hear", arguments: "" },
    ]);
    expect([argumentsOf(0), argumentsOf(1)]).toEqual(['{"at":1}', "{}"]);
    expect(events.at(-1)).toEqual({ type: "finish", reason: "tool_calls" });
  });

  test("returns the events of each read together, without holding any back", async () => {
    const { stream, upstream } = await setUp(
      answerWith(streamHead(), piece(textEvent("one") + textEvent("two"))),
      PACKAGE,
    );
    const answer = stream();
    expect(await answer.next()).toEqual({
      done: false,
      value: [
        { type: "text", text: "one" },
        { type: "text", text: "two" },
      ],
    });
    upstream.requests[0]?.socket.write(piece(textEvent("three")));
    expect(await answer.next()).toEqual({ done: false, value: [{ type: "text", text: "three" }] });
    await answer.return?.();
  });

  test("skips an event that is not JSON if the rest is valid", async () => {
    const told: object[] = [];
    const log: Log = {
      ...silentLog,
      warn: (fields) => {
        told.push(fields);
      },
    };
    const { stream } = await setUp(
      answerWith(
        streamHead(),
        piece(textEvent("Hel") + event("oops") + textEvent("lo") + finishEvent() + usageEvent()),
        streamEnd(),
      ),
      { ...PACKAGE, log },
    );
    const { events, error } = await readAll(stream());
    expect({ error, text: events.map((one) => (one.type === "text" ? one.text : "")).join("") }).toEqual({
      error: undefined,
      text: "Hello",
    });
    expect(told).toContainEqual({ provider: "far", model: "m", malformed: 1 });
  });

  test("does not pull without limit from a provider that is faster than its reader", async () => {
    const much = textEvent("x".repeat(60_000));
    const { stream, upstream } = await setUp(({ socket }) => {
      socket.write(streamHead());
      const more = () => {
        while (!socket.destroyed && socket.write(piece(much)));
      };
      socket.on("drain", more);
      more();
    }, PACKAGE);
    const answer = stream();
    await answer.next();
    const sentBytes = () => upstream.requests[0]?.socket.bytesWritten ?? 0;
    let before = -1;
    for (let quiet = 0; quiet < 200; quiet = sentBytes() === before ? quiet + 1 : 0) {
      before = sentBytes();
      await nextTurn();
    }
    expect(upstream.requests[0]?.socket.writableNeedDrain).toBe(true);
    await answer.return?.();
    await upstream.idle();
  });
});

describe("leaving a call", () => {
  const hanging = [
    ["before the headers", () => {}],
    ["before the first content", answerWith(streamHead())],
    ["in the middle", answerWith(streamHead(), piece(textEvent("Hel")))],
  ] as const;

  test.each(hanging)("ends the provider's call at once: by the caller's signal, %s", async (_, answer) => {
    const { stream, upstream, caller } = await setUp(answer, PACKAGE);
    const outcome = readAll(stream());
    await upstream.received(1);
    await nextTurn();
    caller.abort();
    expect((await outcome).error).toMatchObject({ kind: "aborted" });
    await upstream.idle();
  });

  test.each(hanging)("ends the provider's call at once: by return(), %s", async (_, answer) => {
    const { stream, upstream } = await setUp(answer, PACKAGE);
    const left = stream();
    const pending = left.next();
    await upstream.received(1);
    await left.return?.();
    await pending;
    expect(await left.next()).toEqual({ done: true, value: undefined });
    await upstream.idle();
  });

  test("ends a plain call too, and one whose package is still loading", async () => {
    const { complete, upstream, caller } = await setUp(() => {}, PACKAGE);
    const failed = failureOf(complete());
    await upstream.received(1);
    caller.abort();
    expect(await failed).toMatchObject({ kind: "aborted" });
    await upstream.idle();
    const loading = await setUp(() => {}, { ...PACKAGE, importPackage: () => new Promise(() => {}) });
    const outcome = Promise.all([readAll(loading.stream()), failureOf(loading.complete())]);
    loading.caller.abort();
    expect(await outcome).toMatchObject([{ error: { kind: "aborted" } }, { kind: "aborted" }]);
  });

  test("before the call begins sends nothing", async () => {
    const { complete, stream, upstream, caller } = await setUp(() => {}, PACKAGE);
    caller.abort();
    expect(await failureOf(complete())).toMatchObject({ kind: "aborted" });
    expect((await readAll(stream())).error).toMatchObject({ kind: "aborted" });
    expect(upstream.requests).toHaveLength(0);
  });
});
