import { type Case, whole } from "../case";
import { impatientModelOf, restlessModelOf } from "../families";

const REQUEST_ID = /^req_[0-9a-f]{24}$/;

export const FAILURES: readonly Case[] = [
  {
    feature: "errors before the answer",
    says: "are typed, with the provider's message and the request id",
    async run({ ask }) {
      const { error, text } = await ask('[[sim fault=status status=400 message="Nothing for you today."]]');
      expect(text).toBe("");
      expect(error).toMatchObject({
        status: 502,
        code: "provider_unavailable",
        message: expect.stringContaining("Nothing for you today."),
      });
      expect(error?.requestId).toMatch(REQUEST_ID);
    },
  },
  {
    feature: "errors in the answer",
    says: "are errors in the stream after the received text, not an end of the answer",
    ways: ["stream"],
    async run({ ask }) {
      const { error, text, finishReason } = await ask(
        '[[sim words=40 one_by_one fault=error_event after=25 message="Lost the thread."]]',
      );
      expect(error?.message).toContain("Lost the thread.");
      expect(finishReason).toBeUndefined();
      expect(text).not.toBe("");
    },
  },
  {
    feature: "cut answers",
    says: "are an error, not an end of the answer",
    ways: ["stream"],
    async run({ ask }) {
      const { error, finishReason } = await ask("[[sim words=40 one_by_one fault=cut after=25]]");
      expect(error).toBeDefined();
      expect(finishReason).toBeUndefined();
    },
  },
  {
    feature: "silent providers",
    says: "are aborted in time, and not repeated",
    ways: ["stream"],
    withOneClient: true,
    modelOf: impatientModelOf,
    async run({ ask, upstream }) {
      expect((await ask("[[sim fault=hang_headers]]")).error).toMatchObject({
        status: 502,
        code: "provider_unavailable",
      });
      expect((await upstream()).map(({ outcome }) => outcome)).toEqual(["aborted"]);
    },
  },
  {
    feature: "stalled answers",
    says: "are an error in time, after the received text",
    ways: ["stream"],
    withOneClient: true,
    modelOf: restlessModelOf,
    async run({ ask, upstream }) {
      const { error, text, finishReason } = await ask("[[sim words=40 fault=stall after=25]]");
      expect(error?.code).toBe("provider_unavailable");
      expect(finishReason).toBeUndefined();
      expect(text).not.toBe("");
      expect((await upstream()).map(({ outcome }) => outcome)).toEqual(["aborted"]);
    },
  },
  {
    feature: "leaving",
    says: "ends the provider's call in the middle",
    ways: ["stream"],
    async run({ ask, upstream }) {
      // Uninterrupted, words would arrive for longer than the test waits.
      await ask("[[sim words=2000 chunk_ms=100]]", {}, { leave: true });
      expect(await upstream()).toMatchObject([{ outcome: "aborted" }]);
    },
  },
  {
    feature: "fallback to another family",
    says: "the next model answers, and is named in the answer",
    async run({ family, ask }) {
      const other = family.provider === "openai" ? "mistral/mistral-small-2603" : "openai/gpt-4o-mini";
      const answer = whole(
        await ask(`[[sim provider=${family.provider} fault=status status=503]] [[sim text="From the other."]]`, {
          fields: { models: [other] },
        }),
      );
      expect(answer).toMatchObject({ text: "From the other.", model: other });
    },
  },
];
