import { type Case, lastBody, whole } from "../case";
import { effortOf } from "../families";

/** Fields that some families support and others do not. */
export const FIELDS: readonly Case[] = [
  {
    feature: "temperature",
    says: "reaches the provider",
    ways: ["complete"],
    withOneClient: true,
    async run(call) {
      whole(await call.ask("Hi.", { fields: { temperature: 0.613 } }));
      expect(await lastBody(call)).toContain("0.613");
    },
  },
  {
    feature: "temperature while reasoning",
    says: "reaches the provider",
    ways: ["complete"],
    withOneClient: true,
    async run(call) {
      const effort = effortOf(call.family);
      whole(
        await call.ask("Hi.", {
          maxTokens: 8_000,
          fields: { temperature: 0.613, ...(effort === undefined ? {} : { reasoning_effort: effort }) },
        }),
      );
      expect(await lastBody(call)).toContain("0.613");
    },
  },
  {
    feature: "temperature and top_p",
    says: "reach the provider",
    ways: ["complete"],
    withOneClient: true,
    async run(call) {
      whole(await call.ask("Hi.", { fields: { temperature: 0.613, top_p: 0.391 } }));
      const body = await lastBody(call);
      expect([body.includes("0.613"), body.includes("0.391")]).toEqual([true, true]);
    },
  },
  {
    feature: "seed",
    says: "reaches the provider",
    ways: ["complete"],
    withOneClient: true,
    async run(call) {
      whole(await call.ask("Hi.", { fields: { seed: 771_177 } }));
      expect(await lastBody(call)).toContain("771177");
    },
  },
  {
    feature: "penalties",
    says: "reach the provider",
    ways: ["complete"],
    withOneClient: true,
    async run(call) {
      whole(await call.ask("Hi.", { fields: { presence_penalty: 0.713, frequency_penalty: 0.317 } }));
      const body = await lastBody(call);
      expect([body.includes("0.713"), body.includes("0.317")]).toEqual([true, true]);
    },
  },
  {
    feature: "log probabilities",
    says: "come with the text",
    needs: ["logprobs"],
    async run({ ask }) {
      expect(whole(await ask("Hi. [[sim words=3]]", { fields: { logprobs: true } })).hasLogprobs).toBe(true);
    },
  },
  {
    feature: "logit bias",
    says: "reaches the provider",
    ways: ["complete"],
    withOneClient: true,
    async run(call) {
      whole(await call.ask("Hi.", { fields: { logit_bias: { 7117: 13 } } }));
      expect(await lastBody(call)).toContain('"7117":13');
    },
  },
  {
    feature: "n: 1",
    says: "only 1 is accepted",
    needs: ["n"],
    ways: ["complete"],
    async run({ ask }) {
      expect(whole(await ask('[[sim text="One."]]', { fields: { n: 1 } })).text).toBe("One.");
      expect((await ask("Hi.", { fields: { n: 2 } })).error).toMatchObject({
        status: 400,
        code: "invalid_request_error",
        message: expect.stringMatching(/^n\b/),
      });
    },
  },
];
