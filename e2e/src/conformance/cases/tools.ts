import type { Tool } from "../ask";
import { type Case, lastBody, whole } from "../case";
import { effortOf } from "../families";
import { sealedIn } from "../signatures";

const city = {
  type: "object",
  properties: { city: { type: "string" } },
  required: ["city"],
  additionalProperties: false,
};
const WEATHER: Tool = { name: "weather", description: "Tells how it is outside.", parameters: city };
const CLOCK: Tool = { name: "local_time", description: "Tells what time it is.", parameters: city };
const PING: Tool = { name: "ping", description: "Answers." };
const CITY = { city: expect.any(String) as unknown };

/** In OpenAI's Responses API and Anthropic's API, the reasoning to send back is one opaque text. */
const unpacked = (json: string): string =>
  json.replace(/"(?:encrypted_content|signature|data)":"(eyJ[\w-]+)"/g, (_, packed: string) =>
    Buffer.from(packed, "base64url").toString(),
  );

const TEXT_OF_SIGNATURE = /"(?:signature|data|encrypted)":("(?:[^"\\]|\\.)+")/g;

/** Signatures that a provider requires in later requests, wherever the client keeps them. */
const signaturesOf = (message: unknown): string[] =>
  [...unpacked(JSON.stringify(message)).matchAll(TEXT_OF_SIGNATURE)].map(([, json = '""']) =>
    sealedIn(JSON.parse(json) as string),
  );

export const TOOLS: readonly Case[] = [
  {
    feature: "tools",
    says: "one call, with complete arguments",
    async run({ ask }) {
      const answer = whole(await ask("What is the weather like?", { tools: [WEATHER, CLOCK] }));
      expect(answer).toMatchObject({
        finishReason: "tool_calls",
        toolCalls: [{ id: expect.stringMatching(/./), name: "weather", arguments: CITY }],
      });
    },
  },
  {
    feature: "parallel tools",
    says: "several calls in one answer, each with its own id and arguments",
    async run({ ask }) {
      const answer = whole(await ask("The weather and the local_time?", { tools: [WEATHER, CLOCK] }));
      expect(answer.toolCalls).toEqual([
        { id: expect.any(String), name: "weather", arguments: CITY },
        { id: expect.any(String), name: "local_time", arguments: CITY },
      ]);
      expect(new Set(answer.toolCalls.map(({ id }) => id)).size).toBe(2);
    },
  },
  {
    feature: "tools beside json_schema",
    says: "the model can call a function although the answer shall match a schema, and is told of both",
    needs: ["json_schema"],
    async run(call) {
      const schema = {
        type: "object",
        additionalProperties: false,
        required: ["degrees"],
        properties: { degrees: { type: "integer" } },
      };
      const answer = whole(
        await call.ask("What is the weather like?", { tools: [WEATHER], format: { name: "forecast", schema } }),
      );
      expect(answer.toolCalls).toEqual([{ id: expect.any(String), name: "weather", arguments: CITY }]);
      const body = await lastBody(call);
      expect(body).toContain("degrees");
      expect(body).toContain("Tells how it is outside.");
    },
  },
  {
    feature: "tools beside json_object",
    says: "the model can call a function although the answer shall be JSON, and is told of both",
    needs: ["json_object"],
    async run(call) {
      const answer = whole(
        await call.ask("An answer in JSON, please. What is the weather like?", {
          tools: [WEATHER],
          format: "json_object",
        }),
      );
      expect(answer.toolCalls).toEqual([{ id: expect.any(String), name: "weather", arguments: CITY }]);
      expect(await lastBody(call)).toMatch(/json_object|application\/json|JSON object/);
    },
  },
  {
    feature: "one call at a time",
    says: "parallel_tool_calls: false is honoured",
    needs: ["parallel_tool_calls"],
    ways: ["complete"],
    async run({ ask }) {
      const answer = whole(
        await ask("The weather and the local_time?", { tools: [WEATHER, CLOCK], parallelToolCalls: false }),
      );
      expect(answer.toolCalls).toHaveLength(1);
    },
  },
  {
    feature: "tools without arguments",
    says: "arguments are an empty object",
    async run({ ask }) {
      expect(whole(await ask("Please ping.", { tools: [PING] })).toolCalls).toEqual([
        { id: expect.any(String), name: "ping", arguments: {} },
      ]);
    },
  },
  {
    feature: "tools of any name",
    says: "a name the provider does not accept is replaced for the provider and restored in the answer, also in the next turn",
    async run(call) {
      const tools = [{ ...WEATHER, name: "2day_weather-now" }];
      // The simulator calls the tools a question names: here in a spelling that every provider accepts.
      const question = "The 2day_weather-now? That is, _2day_weather-now?";
      const first = whole(await call.ask(question, { tools }));
      expect(first.toolCalls).toMatchObject([{ name: "2day_weather-now", arguments: CITY }]);
      const results = first.toolCalls.map((made) => ({ role: "tool" as const, call: made, content: "rain" }));
      expect(
        whole(await call.ask(question, { tools, after: [{ role: "answer", outcome: first }, ...results] })),
      ).toMatchObject({ toolCalls: [], finishReason: "stop" });
    },
  },
  {
    feature: "tool_choice required",
    says: "a call is made that the question did not request",
    async run({ ask }) {
      expect(
        whole(await ask("Hello there.", { tools: [WEATHER, CLOCK], toolChoice: "required" })).toolCalls,
      ).toHaveLength(1);
    },
  },
  {
    feature: "tool_choice by name",
    says: "the named tool is called",
    async run({ ask }) {
      expect(
        whole(await ask("Hello there.", { tools: [WEATHER, CLOCK], toolChoice: { name: "local_time" } })).toolCalls,
      ).toMatchObject([{ name: "local_time" }]);
    },
  },
  {
    feature: "tool_choice none",
    says: "the answer is text instead of a call",
    async run({ ask }) {
      const answer = whole(await ask("What is the weather like?", { tools: [WEATHER], toolChoice: "none" }));
      expect(answer).toMatchObject({ toolCalls: [], finishReason: "stop" });
      expect(answer.text).not.toBe("");
    },
  },
  {
    feature: "tools while reasoning",
    says: "a call is made although reasoning is requested",
    withOneClient: true,
    async run(call) {
      const effort = effortOf(call.family);
      const answer = whole(
        await call.ask("What is the weather like?", {
          tools: [WEATHER],
          maxTokens: 8_000,
          ...(effort === undefined ? {} : { fields: { reasoning_effort: effort } }),
        }),
      );
      expect(answer).toMatchObject({ finishReason: "tool_calls", toolCalls: [{ name: "weather" }] });
    },
  },
  {
    feature: "tool results",
    says: "calls and results return to the provider as the client keeps them, and it continues",
    async run(call) {
      const { marker, family, client } = call;
      const question = "The weather and the local_time?";
      const reasons = family.reasoningEffort !== undefined && !family.refuses.has("tools while reasoning");
      const rest = {
        tools: [WEATHER, CLOCK],
        ...(!reasons ? {} : { fields: { reasoning_effort: family.reasoningEffort }, maxTokens: 8_000 }),
      };
      const first = whole(await call.ask(question, rest));
      expect(first.toolCalls).toHaveLength(2);
      const results = first.toolCalls.map((made) => ({
        role: "tool" as const,
        call: made,
        content: `result-of-${made.name}`,
      }));
      const second = whole(
        await call.ask(question, { ...rest, after: [{ role: "answer", outcome: first }, ...results] }),
      );
      expect(second).toMatchObject({ toolCalls: [], finishReason: "stop", text: expect.stringMatching(/./) });
      const body = await lastBody(call);
      expect(body).toContain(marker);
      if (family.signsReasoning && !client.lacks.has("reasoning_details")) {
        const signatures = signaturesOf(first.message);
        expect(signatures.length).toBeGreaterThan(0);
        for (const signature of signatures) expect(body).toContain(signature);
      }
      for (const { name } of first.toolCalls) expect(body).toContain(`result-of-${name}`);
    },
  },
];
