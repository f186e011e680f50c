import type { ChatMessage, CreateChatCompletionResponse, StreamChatCompletionResponse } from "@cenote/contracts";
import fc from "fast-check";
import { replayedStream } from "./replayed-stream";
import { createStreamFold } from "./stream-fold";

const text = fc.string({ unit: "grapheme", maxLength: 20 });
const detail = fc.record({
  family: fc.constant("anthropic"),
  text,
  signature: text,
  encrypted: text,
  toolCallId: text,
  madeBy: text,
});
const message: fc.Arbitrary<ChatMessage> = fc
  .record({
    words: text,
    refusal: text,
    reasoning: text,
    reasoningDetails: fc.array(detail, { maxLength: 3 }),
    isSigned: fc.boolean(),
    toolCalls: fc.array(fc.record({ id: fc.uuid(), name: fc.uuid(), arguments: text }), { maxLength: 3 }),
  })
  .map(({ words, reasoning, isSigned, ...rest }) => ({
    ...rest,
    reasoning: isSigned ? rest.reasoningDetails.map((one) => one.text).join("") : reasoning,
    role: "assistant",
    content: words === "" ? [] : [{ part: { $case: "text", value: words } }],
    name: "",
    toolCallId: "",
  }));
const answer: fc.Arbitrary<CreateChatCompletionResponse> = fc
  .record({
    message,
    finishReason: fc.constantFrom("stop", "tool_calls", "length"),
    logprobsJson: fc.constantFrom("", '{"content":[{"token":"a","logprob":-0.5}]}'),
  })
  .map((parts) => ({
    ...parts,
    created: 7n,
    model: "test/plain",
    usage: {
      promptTokens: 1,
      completionTokens: 2,
      totalTokens: 3,
      cachedTokens: 0,
      cacheWriteTokens: 0,
      reasoningTokens: 0,
      costUsd: "0",
      costNanoMxn: 0n,
    },
    info: { rateLimits: undefined, attempts: 1, upstreamUs: 2, droppedFields: ["seed"] },
  }));

/** One event a message, its text a character at a time, as a provider may send it. */
const inPieces = ({ events }: StreamChatCompletionResponse): StreamChatCompletionResponse[] =>
  events.flatMap(({ event }): StreamChatCompletionResponse[] =>
    event?.$case === "text" || event?.$case === "reasoning" || event?.$case === "refusal"
      ? Array.from(event.value).map((value) => ({ events: [{ event: { ...event, value } }] }))
      : [{ events: [{ event }] }],
  );

const folded = (messages: readonly StreamChatCompletionResponse[], limit = 1_000) => {
  const fold = createStreamFold(limit);
  for (const one of messages) fold.add(one);
  return fold.answer();
};

test("an answer, replayed as a stream, folds to itself, whole or in pieces", () => {
  fc.assert(
    fc.property(answer, (whole) => {
      expect(folded([replayedStream(whole)])).toEqual(whole);
      expect(folded(inPieces(replayedStream(whole)))).toEqual(whole);
    }),
  );
});

test("a stream that has not finished, or is too long, folds to nothing", () => {
  const [whole] = fc.sample(
    answer.filter((one) => (one.message?.content.length ?? 0) > 0),
    1,
  );
  if (whole === undefined) throw new Error("no sample");
  const stream = replayedStream(whole);
  expect(folded([{ events: stream.events.slice(0, -1) }])).toBeUndefined();
  expect(folded([stream], 0)).toBeUndefined();
});

test("signed pieces of reasoning keep their places in it", () => {
  const signed = (word: string) => ({
    family: "anthropic",
    text: word,
    signature: `signature of ${word}`,
    encrypted: "",
    toolCallId: "",
    madeBy: "",
  });
  const [whole] = fc.sample(answer, 1);
  const events = replayedStream({
    ...(whole as CreateChatCompletionResponse),
    logprobsJson: "",
    message: {
      role: "assistant",
      content: [],
      name: "",
      toolCalls: [],
      toolCallId: "",
      refusal: "",
      reasoning: "onetwo",
      reasoningDetails: [signed("one"), signed("two")],
    },
  }).events.map(({ event }) => event?.$case);
  expect(events).toEqual(["started", "reasoning", "reasoningDetail", "reasoning", "reasoningDetail", "finished"]);
});
