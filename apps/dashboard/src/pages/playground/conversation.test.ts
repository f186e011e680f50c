import { type ChatEvent, type ConversationEvent, nextTurns, type Turn } from "./conversation";

const started: ChatEvent = { __typename: "ChatStarted", requestId: "req_1", droppedFields: [] };
const delta = (content: string): ChatEvent => ({ __typename: "ChatDelta", content, reasoning: null, refusal: null });
const finished: ChatEvent = {
  __typename: "ChatFinished",
  finishReason: "STOP",
  usage: { promptTokens: 3, completionTokens: 2, costMxn: "0.01" },
};
const failed: ChatEvent = { __typename: "ChatFailed", code: "provider_unavailable", message: "no", requestId: "req_2" };

const after = (...events: readonly ConversationEvent[]): readonly Turn[] => events.reduce(nextTurns, []);
const startTurn = (text: string, atMs = 100): ConversationEvent => ({
  type: "started",
  question: { text, files: [], results: [] },
  input: { model: "a/b", messages: [] },
  atMs,
});
const received = (event: ChatEvent, atMs = 200): ConversationEvent => ({ type: "received", event, atMs });

describe("a conversation", () => {
  it("concatenates an answer and measures the time to its first token", () => {
    const [turn] = after(
      startTurn("hi"),
      received(started, 140),
      received(delta("Hel"), 150),
      received(delta("lo"), 400),
      received(finished),
    );
    expect(turn).toMatchObject({
      number: 1,
      question: { text: "hi" },
      answer: "Hello",
      state: "whole",
      firstTokenMs: 50,
      requestId: "req_1",
      finished: { usage: { costMxn: "0.01" } },
    });
  });

  it("keeps the received part of an answer that fails, with the code and the request id", () => {
    const [turn] = after(startTurn("hi"), received(started), received(delta("Hel")), received(failed));
    expect(turn).toMatchObject({
      answer: "Hel",
      state: "failed",
      requestId: "req_2",
      refusal: { code: "provider_unavailable", message: "no" },
    });
  });

  it("ignores events after the end of an answer", () => {
    const lost = { code: "connection_lost", message: "gone" };
    expect(
      after(startTurn("hi"), received(delta("Hel")), { type: "stopped" }, received(delta("lo")), received(finished)),
    ).toMatchObject([{ answer: "Hel", state: "stopped" }]);
    expect(
      after(startTurn("hi"), received(delta("Hello")), received(finished), { type: "refused", refusal: lost }),
    ).toMatchObject([{ state: "whole" }]);
    expect(after(startTurn("hi"), { type: "cleared" }, received(delta("Hel")))).toEqual([]);
  });

  it("puts the pieces of each tool call together", () => {
    const piece = (index: number, name: string | null, text: string) =>
      received({
        __typename: "ChatToolCallDelta",
        index,
        id: name === null ? null : `call-${name}`,
        name,
        arguments: text,
      });
    const [turn] = after(
      startTurn("weather?"),
      received(started, 140),
      piece(0, "get_weather", '{"city":'),
      piece(1, "now", "{}"),
      piece(0, null, '"Mérida"}'),
      received({ ...finished, finishReason: "TOOL_CALLS" }),
    );
    expect(turn).toMatchObject({
      state: "whole",
      answer: "",
      toolCalls: [
        { index: 0, id: "call-get_weather", name: "get_weather", arguments: '{"city":"Mérida"}' },
        { index: 1, id: "call-now", name: "now", arguments: "{}" },
      ],
    });
  });

  it("changes only the last turn", () => {
    const turns = after(
      startTurn("one"),
      received(delta("1")),
      received(finished),
      startTurn("two", 300),
      received(delta("2"), 310),
    );
    expect(turns).toMatchObject([
      { number: 1, answer: "1", state: "whole" },
      { number: 2, answer: "2", state: "typing", firstTokenMs: 10 },
    ]);
  });
});
