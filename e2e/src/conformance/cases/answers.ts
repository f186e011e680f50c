import { type Case, lastBody, whole } from "../case";
import { effortOf } from "../families";

const TEXT = "¡Dicho y hecho! 水のように。";
const SENTENCE = "One two three four five six seven eight nine ten.";
const REQUEST_ID = /^req_[0-9a-f]{24}$/;

export const ANSWERS: readonly Case[] = [
  {
    feature: "text",
    says: "text, finish reason, model, request id and usage arrive unchanged",
    async run({ family, ask }) {
      const answer = whole(await ask(`[[sim text="${TEXT}"]]`));
      expect(answer).toMatchObject({
        text: TEXT,
        refusal: "",
        toolCalls: [],
        finishReason: "stop",
        model: `${family.provider}/${family.upstream}`,
        requestId: expect.stringMatching(REQUEST_ID),
      });
      expect(answer.usage?.promptTokens).toBeGreaterThan(0);
      expect(answer.usage?.completionTokens).toBeGreaterThan(0);
    },
  },
  {
    feature: "system messages and turns",
    says: "earlier messages reach the provider in order",
    ways: ["complete"],
    async run(call) {
      const before = [
        { role: "system", content: "Rule-of-the-house." },
        { role: "user", content: "First-question." },
        { role: "assistant", content: "First-answer." },
      ] as const;
      whole(await call.ask("Second-question.", { before }));
      const body = await lastBody(call);
      for (const said of ["Rule-of-the-house.", "First-question.", "First-answer.", "Second-question."])
        expect(body).toContain(said);
      expect(body.indexOf("First-question.")).toBeLessThan(body.indexOf("First-answer."));
      expect(body.indexOf("First-answer.")).toBeLessThan(body.indexOf("Second-question."));
    },
  },
  {
    feature: "names of speakers",
    says: "the name of a speaker reaches the provider with the message",
    needs: ["names"],
    ways: ["complete"],
    async run(call) {
      whole(
        await call.ask("Who was it?", {
          before: [
            { role: "user", content: "It was me.", name: "speaker-ana" },
            { role: "assistant", content: "Thank you." },
          ],
        }),
      );
      expect(await lastBody(call)).toContain("speaker-ana");
    },
  },
  {
    feature: "developer messages",
    says: "a developer message is sent as a system message",
    needs: ["developer"],
    ways: ["complete"],
    async run(call) {
      whole(await call.ask("Hello.", { before: [{ role: "developer", content: "Rule-of-the-developer." }] }));
      const body = await lastBody(call);
      expect(body).toContain("Rule-of-the-developer.");
      expect(body).not.toContain('"developer"');
    },
  },
  {
    feature: "bytes cut anywhere",
    says: "every character arrives intact",
    ways: ["stream"],
    async run({ ask }) {
      expect(whole(await ask(`[[sim split=3 text="${TEXT}"]]`)).text).toBe(TEXT);
    },
  },
  {
    feature: "stop sequences",
    says: "the answer ends before the sequence",
    needs: ["stop"],
    async run({ ask }) {
      expect(whole(await ask(`[[sim text="${SENTENCE}"]]`, { stop: ["four"] }))).toMatchObject({
        text: "One two three ",
        finishReason: "stop",
      });
    },
  },
  {
    feature: "max_tokens",
    says: "a longer answer is cut, with the finish reason `length`",
    async run({ ask }) {
      const answer = whole(await ask("[[sim words=200]]", { maxTokens: 60 }));
      expect(answer.finishReason).toBe("length");
      expect(answer.usage?.completionTokens).toBe(60);
      expect(answer.text).not.toBe("");
    },
  },
  {
    feature: "json_object",
    says: "the answer is JSON",
    needs: ["json_object"],
    async run({ ask }) {
      expect(JSON.parse(whole(await ask("An answer in JSON, please.", { format: "json_object" })).text)).toEqual(
        expect.any(Object),
      );
    },
  },
  {
    feature: "json_schema",
    says: "the answer matches a strict schema",
    needs: ["json_schema"],
    async run({ ask }) {
      const schema = {
        type: "object",
        additionalProperties: false,
        required: ["kind", "legs"],
        properties: { kind: { type: "string", enum: ["cat", "bird"] }, legs: { type: "integer" } },
      };
      const answer = JSON.parse(
        whole(await ask("Which animal?", { format: { name: "animal", schema } })).text,
      ) as unknown;
      expect(answer).toEqual({ kind: expect.stringMatching(/^(cat|bird)$/), legs: expect.any(Number) });
    },
  },
  {
    feature: "refusals",
    says: "the model's refusal arrives as a refusal",
    async run({ family: { declines }, client, ask }) {
      const answer = whole(await ask("[[sim refuse]]"));
      const isTold = declines.words && !client.lacks.has("refusal");
      // Without a finish reason, a refusal in words counts as a complete answer.
      const end = isTold && client.lacks.has("finish_reason") ? "stop" : declines.finishReason;
      // The AI SDK turns it into a refusal itself.
      if (!(client.lacks.has("refusal") && answer.finishReason === "content_filter"))
        expect(answer.finishReason).toBe(end);
      if (isTold) expect(answer.refusal).toContain("can't help");
    },
  },
  {
    feature: "content filter",
    says: "an answer that the provider's filter ended has the finish reason `content_filter`",
    async run({ ask }) {
      expect(whole(await ask("[[sim words=5 finish=content_filter]]")).finishReason).toBe("content_filter");
    },
  },
  {
    feature: "reasoning",
    says: "reasoning is separate from the text, and counted",
    async run({ family, ask }) {
      const effort = effortOf(family);
      const { tellsReasoning } = family;
      const answer = whole(
        await ask(
          `[[sim reasoning=9 text="${TEXT}"]]`,
          effort === undefined ? {} : { fields: { reasoning_effort: effort }, maxTokens: 8_000 },
        ),
      );
      expect(answer.text).toBe(TEXT);
      expect(answer.usage?.reasoningTokens).toBeGreaterThan(0);
      expect(answer.usage?.completionTokens).toBeGreaterThan(answer.usage?.reasoningTokens ?? 0);
      if (tellsReasoning) expect(answer.reasoning.split(/\s+/).length).toBeGreaterThan(4);
      if (!tellsReasoning) expect(answer.reasoning).toBe("");
    },
  },
  {
    feature: "cached tokens",
    says: "tokens read from the provider's cache are reported",
    async run({ ask }) {
      const answer = whole(await ask("[[sim words=5 cached=4]] Some words that were there before."));
      expect(answer.usage?.cachedTokens).toBe(4);
      expect(answer.usage?.promptTokens).toBeGreaterThan(4);
    },
  },
];
