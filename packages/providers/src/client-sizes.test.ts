import { CALL, answerWith, clientHarness, failureOf } from "./testing/client-harness";
import { jsonAnswer } from "./testing/upstream";

const { setUp } = clientHarness();

const MIB = 1024 * 1024;
/** More than words and images of one answer take. */
const PADDING = "x".repeat(33 * MIB);
const answer = (): string =>
  jsonAnswer({
    padding: PADDING,
    choices: [{ message: { role: "assistant", content: "Hello" }, finish_reason: "stop" }],
    data: [{ index: 0, embedding: [1, 2] }],
  });
const tooLarge = { kind: "malformed", message: `The provider's answer is larger than ${32 * MIB} bytes.` };

test("a plain answer of chat is left once it is larger than any model's, so that a few of them can't take all memory", async () => {
  const { complete, upstream } = await setUp(answerWith(answer()));
  expect(await failureOf(complete())).toMatchObject(tooLarge);
  await upstream.idle();
});

test("so is one that came in place of a stream", async () => {
  const { stream, upstream } = await setUp(answerWith(answer()));
  expect(await failureOf(stream().next())).toMatchObject(tooLarge);
  await upstream.idle();
});

test("with log probabilities it may be larger, and so may embeddings", async () => {
  const { client, target, callOptions } = await setUp(answerWith(answer()));
  expect(await client.completeChat({ ...CALL, logprobs: true }, target, callOptions)).toMatchObject({ text: "Hello" });
  expect((await client.embed({ input: ["a"] }, target, callOptions)).vectors).toHaveLength(1);
});
