import { type ChatEvent, type ConversationEvent, nextTurns, type Turn } from "./conversation";

const started: ChatEvent = { __typename: "ChatStarted", requestId: "req_1", model: "a/b", droppedFields: [] };
const delta = (content: string): ChatEvent => ({ __typename: "ChatDelta", content, reasoning: null, refusal: null });
const finished: ChatEvent = {
  __typename: "ChatFinished",
  finishReason: "STOP",
  usage: { promptTokens: 3, completionTokens: 2, totalTokens: 5, costMxn: "0.01" },
};
const failed: ChatEvent = { __typename: "ChatFailed", code: "provider_unavailable", message: "no", requestId: "req_2" };

const after = (...happened: readonly ConversationEvent[]): readonly Turn[] => happened.reduce(nextTurns, []);
const asked = (question: string, atMs = 100): ConversationEvent => ({ type: "asked", question, atMs });
const heard = (event: ChatEvent, atMs = 200): ConversationEvent => ({ type: "heard", event, atMs });

describe("a conversation", () => {
  it("puts an answer together, and times the first of it", () => {
    const [turn] = after(
      asked("hi"),
      heard(started, 140),
      heard(delta("Hel"), 150),
      heard(delta("lo"), 400),
      heard(finished),
    );
    expect(turn).toMatchObject({
      number: 1,
      question: "hi",
      answer: "Hello",
      state: "whole",
      firstTokenMs: 50,
      requestId: "req_1",
      finished: { usage: { costMxn: "0.01" } },
    });
  });

  it("keeps what had come of an answer that fails, with the code and the request id", () => {
    const [turn] = after(asked("hi"), heard(started), heard(delta("Hel")), heard(failed));
    expect(turn).toMatchObject({
      answer: "Hel",
      state: "failed",
      requestId: "req_2",
      refusal: { code: "provider_unavailable", message: "no" },
    });
  });

  it("takes nothing in behind the end of an answer", () => {
    const lost = { code: "connection_lost", message: "gone" };
    expect(
      after(asked("hi"), heard(delta("Hel")), { type: "stopped" }, heard(delta("lo")), heard(finished)),
    ).toMatchObject([{ answer: "Hel", state: "stopped" }]);
    expect(
      after(asked("hi"), heard(delta("Hello")), heard(finished), { type: "refused", refusal: lost }),
    ).toMatchObject([{ state: "whole" }]);
    expect(after(asked("hi"), { type: "cleared" }, heard(delta("Hel")))).toEqual([]);
  });

  it("changes the last turn alone", () => {
    const turns = after(asked("one"), heard(delta("1")), heard(finished), asked("two", 300), heard(delta("2"), 310));
    expect(turns).toMatchObject([
      { number: 1, answer: "1", state: "whole" },
      { number: 2, answer: "2", state: "typing", firstTokenMs: 10 },
    ]);
  });
});
