/** Checks the simulator with Google's own client. */
import {
  ApiError,
  FinishReason,
  FunctionCallingConfigMode,
  GoogleGenAI,
  ThinkingLevel,
  type Content,
  type FunctionDeclaration,
  type GenerateContentResponse,
  type Part,
} from "@google/genai";
import { withSimulator } from "../testing/with-simulator";
import type { CallRecord } from "../admin/call-log";

const simulator = withSimulator();
const client = (apiKey = "AIza-test") =>
  new GoogleGenAI({
    apiKey,
    vertexai: false,
    httpOptions: { baseUrl: `${simulator.url}/google`, fetch: (...request) => fetch(...request) },
  });
const model = "gemini-2.5-flash";
const generate = (contents: string | Content[], config: object = {}, of = model) =>
  client().models.generateContent({ model: of, contents, config });

const collect = async (stream: AsyncIterable<GenerateContentResponse>) => {
  const chunks: GenerateContentResponse[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  const parts: Part[] = chunks.flatMap((chunk) => chunk.candidates?.[0]?.content?.parts ?? []);
  return {
    chunks,
    parts,
    text: parts
      .filter((part) => part.thought !== true)
      .map((part) => part.text ?? "")
      .join(""),
  };
};
const stream = async (contents: string | Content[], config: object = {}, of = model) =>
  collect(await client().models.generateContentStream({ model: of, contents, config }));
const silent = { thinkingConfig: { thinkingBudget: 0 } };

describe("generateContent", () => {
  it("answers, each time with a new id", async () => {
    const [one, two] = await Promise.all([generate("Hello", silent), generate("Hello", silent)]);
    expect(one.text).toMatch(/^You said: Hello — /);
    expect(one.candidates?.[0]).toMatchObject({ finishReason: FinishReason.STOP, content: { role: "model" } });
    expect(one.modelVersion).toBe(model);
    expect(one.responseId).not.toBe(two.responseId);
    const usage = one.usageMetadata!;
    expect(usage.totalTokenCount).toBe(usage.promptTokenCount! + usage.candidatesTokenCount!);
  });

  it("streams the same text and usage as it returns plain, with non-decreasing usage on every chunk", async () => {
    const prompt = "Tell me of the river, por favor [[sim words=40 cached=6 reasoning=3]]";
    const plain = await generate(prompt);
    const { chunks, text } = await stream(prompt);
    expect(text).toBe(plain.text);
    expect(chunks).toHaveLength(40 + 1);
    expect(chunks.at(-1)?.usageMetadata).toEqual(plain.usageMetadata);
    expect(plain.usageMetadata).toMatchObject({ cachedContentTokenCount: 6 });
    const totals = chunks.map((chunk) => chunk.usageMetadata!.totalTokenCount!);
    expect(totals).toEqual(totals.toSorted((a, b) => a - b));
    expect(new Set(chunks.map((chunk) => chunk.responseId)).size).toBe(1);
  });

  it("returns thoughts if asked to, and always counts them separately from the candidates", async () => {
    const prompt = "Hi [[sim words=3 reasoning=5]]";
    const told = await generate(prompt, { thinkingConfig: { includeThoughts: true } });
    const [thought, text] = told.candidates![0]!.content!.parts!;
    expect(thought).toMatchObject({ thought: true });
    expect(thought?.text?.split(" ")).toHaveLength(5);
    expect(told.text).toBe(text?.text);
    const untold = await generate(prompt);
    expect(untold.candidates?.[0]?.content?.parts).toHaveLength(1);
    expect(untold.usageMetadata).toEqual(told.usageMetadata);
    expect(told.usageMetadata?.thoughtsTokenCount).toBeGreaterThan(0);
    const { parts } = await stream(prompt, { thinkingConfig: { includeThoughts: true } });
    expect(
      parts
        .filter((part) => part.thought)
        .map((part) => part.text)
        .join(""),
    ).toBe(thought?.text);
    expect((await generate("Hi", silent)).usageMetadata?.thoughtsTokenCount).toBeUndefined();
  });

  it("ends with MAX_TOKENS, counting thoughts", async () => {
    const limited = await generate("Hi", { ...silent, maxOutputTokens: 5 });
    expect(limited).toMatchObject({
      candidates: [{ finishReason: FinishReason.MAX_TOKENS }],
      usageMetadata: { candidatesTokenCount: 5 },
    });
    const spent = await generate("Hi [[sim reasoning=50]]", { maxOutputTokens: 5 });
    expect(spent).toMatchObject({
      candidates: [{ finishReason: FinishReason.MAX_TOKENS }],
      usageMetadata: { thoughtsTokenCount: 5 },
    });
    expect(spent.text).toBeUndefined();
  });

  it("follows the system instruction, and accepts images", async () => {
    const count = async (contents: Content[], config: object = {}) =>
      (await generate(contents, { ...silent, ...config })).usageMetadata!.promptTokenCount!;
    const see = (part: Part): Content[] => [{ role: "user", parts: [{ text: "Look" }, part] }];
    const text = await count([{ role: "user", parts: [{ text: "Look" }] }]);
    expect((await count(see({ inlineData: { mimeType: "image/png", data: "AA==" } }))) - text).toBe(258);
    expect(
      (await count(see({ fileData: { mimeType: "image/png", fileUri: "https://example.com/a.png" } }))) - text,
    ).toBe(258);
    expect(
      await count([{ role: "user", parts: [{ text: "Look" }] }], { systemInstruction: "Be kind." }),
    ).toBeGreaterThan(text);
    expect((await client().models.countTokens({ model, contents: "Look" })).totalTokens).toBe(text);
  });

  it("declines with SAFETY and no content, or blocks the prompt", async () => {
    const refused = await generate("Do harm [[sim refuse]]");
    expect(refused.candidates?.[0]?.finishReason).toBe(FinishReason.SAFETY);
    expect(refused.text).toBeUndefined();
    const blocked = await generate("Do harm [[sim refuse code=PROHIBITED_CONTENT]]");
    expect(blocked.candidates).toBeUndefined();
    expect(blocked.promptFeedback?.blockReason).toBe("PROHIBITED_CONTENT");
    expect((await stream("Do harm [[sim refuse code=OTHER]]")).chunks.at(-1)?.promptFeedback?.blockReason).toBe(
      "OTHER",
    );
  });

  it("returns log probabilities, if the model supports them", async () => {
    const answer = await generate("Hi", { responseLogprobs: true, logprobs: 2 }, "gemini-2.0-flash");
    const result = answer.candidates![0]!.logprobsResult!;
    expect(result.chosenCandidates?.map((one) => one.token).join("")).toBe(answer.text);
    expect(result.topCandidates?.[0]?.candidates).toHaveLength(2);
  });

  it("continues the model's own words", async () => {
    const ask: Content = { role: "user", parts: [{ text: "Tell me of the forest [[sim words=20]]" }] };
    const whole = (await generate([ask], silent)).text!;
    const half = whole.slice(0, 30);
    expect(half + (await generate([ask, { role: "model", parts: [{ text: half }] }], silent)).text!).toBe(whole);
  });
});

describe("functions", () => {
  const declaration = (name: string): FunctionDeclaration => ({
    name,
    parametersJsonSchema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
  });
  const tools = [{ functionDeclarations: [...["get_weather", "get_time"].map(declaration), { name: "ping" }] }];

  it("are called in parallel, each as a whole, also in a stream", async () => {
    const prompt = "Call get_weather and get_time";
    const plain = await generate(prompt, { tools });
    expect(plain.candidates?.[0]?.finishReason).toBe(FinishReason.STOP);
    expect(plain.functionCalls).toEqual([
      { name: "get_weather", args: { city: expect.any(String) } },
      { name: "get_time", args: { city: expect.any(String) } },
    ]);
    const { parts } = await stream(prompt, { tools });
    expect(parts.flatMap((part) => part.functionCall ?? [])).toEqual(plain.functionCalls);
    const signed = parts.map((part) => part.thoughtSignature !== undefined);
    expect(signed.slice(0, 2)).toEqual([true, false]);
  });

  it("may have no arguments", async () => {
    expect((await generate("ping", { tools })).functionCalls).toEqual([{ name: "ping", args: {} }]);
  });

  it("can be forced, restricted to a list or forbidden", async () => {
    const calls = async (functionCallingConfig: object) =>
      (await generate("How late is it?", { tools, toolConfig: { functionCallingConfig } })).functionCalls?.map(
        (call) => call.name,
      );
    expect(await calls({ mode: FunctionCallingConfigMode.ANY, allowedFunctionNames: ["get_time"] })).toEqual([
      "get_time",
    ]);
    expect(await calls({ mode: FunctionCallingConfigMode.ANY })).toHaveLength(1);
    expect(await calls({ mode: FunctionCallingConfigMode.NONE })).toBeUndefined();
  });

  it("are continued after their results; newer models assign ids and require their signatures back", async () => {
    const newer = "gemini-3.5-flash";
    const chat = client().chats.create({
      model: newer,
      config: { tools, thinkingConfig: { thinkingLevel: ThinkingLevel.LOW } },
    });
    const first = await chat.sendMessage({ message: "get_weather and get_time, please" });
    expect(new Set(first.functionCalls?.map((call) => call.id)).size).toBe(2);
    const results = first.functionCalls!.map(({ id, name }) => ({
      functionResponse: { id: id!, name: name!, response: { output: "fine" } },
    }));
    expect((await chat.sendMessage({ message: results })).text).toEqual(expect.any(String));
    const unsigned = chat
      .getHistory()
      .slice(0, 3)
      .map((content) => ({
        ...content,
        parts: content.parts!.map((part): Part => ({ ...part, thoughtSignature: "" })),
      }));
    await expect(generate(unsigned, { tools }, newer)).rejects.toThrow("missing a thought_signature");
    const madeUp = unsigned.map((content) => ({
      ...content,
      parts: content.parts.map((part) => ({
        ...part,
        thoughtSignature: part.functionCall ? "skip_thought_signature_validator" : "",
      })),
    }));
    expect((await generate(madeUp, { tools }, newer)).text).toEqual(expect.any(String));
  });
});

describe("structured output", () => {
  it("satisfies a JSON Schema, or one of Google's own", async () => {
    const film = { title: expect.any(String), year: expect.any(Number) };
    const jsonSchema = {
      type: "object",
      properties: { title: { type: "string" }, year: { type: "integer", minimum: 1900, maximum: 2030 } },
      required: ["title", "year"],
    };
    const answer = await generate("A film", { responseMimeType: "application/json", responseJsonSchema: jsonSchema });
    expect(JSON.parse(answer.text!)).toEqual(film);
    const ofGoogle = { type: "OBJECT", properties: { title: { type: "STRING" }, year: { type: "INTEGER" } } };
    expect(
      JSON.parse((await generate("A film", { responseMimeType: "application/json", responseSchema: ofGoogle })).text!),
    ).toEqual(film);
  });

  it("is an object if no schema is given", async () => {
    expect(typeof JSON.parse((await generate("Anything", { responseMimeType: "application/json" })).text!)).toBe(
      "object",
    );
  });
});

describe("embeddings", () => {
  it("are in the order of the inputs; truncated ones are not normalized", async () => {
    const embed = (config: object = {}) =>
      client().models.embedContent({ model: "gemini-embedding-001", contents: ["one", "two"], config });
    const whole = (await embed()).embeddings!;
    const short = (await embed({ outputDimensionality: 8 })).embeddings!;
    expect(whole.map((one) => one.values?.length)).toEqual([3072, 3072]);
    expect(whole[0]?.values).not.toEqual(whole[1]?.values);
    expect(short[0]?.values).toEqual(whole[0]?.values?.slice(0, 8));
    expect(Math.hypot(...whole[0]!.values!)).toBeCloseTo(1, 4);
    expect(Math.hypot(...short[0]!.values!)).toBeLessThan(0.5);
  });

  it("of the second generation report their tokens", async () => {
    expect(
      (await client().models.embedContent({ model: "gemini-embedding-2", contents: "one two" })).usageMetadata
        ?.promptTokenCount,
    ).toBe(2);
    expect(
      (await client().models.embedContent({ model: "gemini-embedding-001", contents: "one two" })).usageMetadata,
    ).toBeUndefined();
  });

  it("are limited to 100 at a time", async () => {
    await expect(
      client().models.embedContent({ model: "gemini-embedding-001", contents: Array.from({ length: 101 }, () => "x") }),
    ).rejects.toThrow("at most 100 requests");
  });
});

describe("models", () => {
  it("are listed, and can be retrieved one by one", async () => {
    const listed: (string | undefined)[] = [];
    for await (const one of await client().models.list()) listed.push(one.name);
    expect(listed).toContain("models/gemini-2.5-flash");
    expect(await client().models.get({ model })).toMatchObject({ name: `models/${model}`, inputTokenLimit: 1_048_576 });
  });
});

describe("errors have the client's own type", () => {
  const errorOf = async (call: Promise<unknown>): Promise<ApiError> => {
    const error: unknown = await call.then(
      () => undefined,
      (caught: unknown) => caught,
    );
    expect(error).toBeInstanceOf(ApiError);
    return error as ApiError;
  };

  it.each<[string, () => Promise<unknown>, number, string]>([
    [
      "a wrong key",
      () => client("invalid-key").models.generateContent({ model, contents: "Hi" }),
      400,
      "API key not valid",
    ],
    ["an unknown model", () => generate("Hi", {}, "missing-model"), 404, "models/missing-model is not found"],
    ["a bad temperature", () => generate("Hi", { temperature: 3 }), 400, "INVALID_ARGUMENT"],
    [
      "a penalty",
      () => generate("Hi", { presencePenalty: 1 }),
      400,
      "Penalty is not enabled for models/gemini-2.5-flash",
    ],
    ["a limit", () => generate("[[sim fault=status status=429 retry_after=3]]"), 429, '"retryDelay":"3s"'],
    [
      "an empty account",
      () => generate("[[sim fault=status status=429 code=insufficient_quota]]"),
      429,
      "PerDayPerProject",
    ],
    [
      "a prompt too long",
      () => generate("[[sim fault=status status=400 code=context_length_exceeded]]"),
      400,
      "exceeds the maximum number of tokens",
    ],
    ["a failure", () => generate("[[sim fault=status status=503]]"), 503, "UNAVAILABLE"],
    ["a web page", () => generate("[[sim fault=status status=502 body=html]]"), 502, "502 Error"],
    ["a directive that is none", () => generate("[[sim nonsense=1]]"), 400, "nonsense"],
    ["an error before a stream", () => stream("[[sim fault=status status=500]]"), 500, "INTERNAL"],
  ])("%s", async (_name, call, status, words) => {
    const error = await errorOf(call());
    expect(error).toMatchObject({ status });
    expect(error.message).toContain(words);
  });

  it("also in the middle of a stream", async () => {
    const error = await errorOf(stream("[[sim words=9 fault=error_event after=3 status=503 message=overheated]]"));
    expect(error).toMatchObject({ status: 503, message: expect.stringContaining("overheated") });
  });
});

describe("the wire format", () => {
  const post = (path: string, prompt: string, headers: Record<string, string> = { "x-goog-api-key": "k" }) =>
    fetch(`${simulator.url}/google/v1beta/${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify({ contents: [{ parts: [{ text: prompt }] }] }),
    });

  it("ends events with CRLF, and a stream by closing it", async () => {
    const answer = await post(`models/${model}:streamGenerateContent?alt=sse`, "Hi [[sim words=2]]");
    expect(answer.headers.get("content-type")).toBe("text/event-stream");
    expect(await answer.text()).toMatch(/^(data: \{.*\}\r\n\r\n){3}$/);
  });

  it("without alt=sse is one JSON array, with an error as its last item", async () => {
    const items = async (prompt: string) =>
      (await post(`models/${model}:streamGenerateContent`, prompt)).json() as Promise<{ error?: unknown }[]>;
    expect(await items("Hi [[sim words=2]]")).toHaveLength(3);
    const failed = await items("Hi [[sim words=5 fault=error_event after=2 status=503]]");
    expect(failed).toHaveLength(3);
    expect(failed.at(-1)).toMatchObject({ error: { code: 503, status: "UNAVAILABLE" } });
  });

  it("accepts the key in the query too, and reports a missing one", async () => {
    expect((await post(`models/${model}:generateContent?key=k`, "Hi", {})).status).toBe(200);
    const keyless = await post(`models/${model}:generateContent`, "Hi", {});
    expect(keyless.status).toBe(403);
    expect(await keyless.json()).toMatchObject({ error: { status: "PERMISSION_DENIED" } });
  });

  it("embeds a single content", async () => {
    const answer = await fetch(`${simulator.url}/google/v1beta/models/gemini-embedding-001:embedContent`, {
      method: "POST",
      headers: { "x-goog-api-key": "k" },
      body: JSON.stringify({ content: { parts: [{ text: "one" }] }, outputDimensionality: 4 }),
    });
    expect(await answer.json()).toEqual({ embedding: { values: Array.from({ length: 4 }, () => expect.any(Number)) } });
  });

  it.each(["nothing", "predictText"])("does not know the method %s", async (method) => {
    expect((await post(`models/${model}:${method}`, "Hi")).status).toBe(404);
  });
});

it("notices when the client leaves a stream", async () => {
  await fetch(`${simulator.url}/__simulator/calls`, { method: "DELETE" });
  const abort = new AbortController();
  const answer = await client().models.generateContentStream({
    model,
    contents: "Hi [[sim words=500 chunk_ms=5]]",
    config: { abortSignal: abort.signal },
  });
  await expect(
    (async () => {
      for await (const chunk of answer) if (chunk.text === " —") abort.abort();
    })(),
  ).rejects.toThrow(/abort/i);
  const { calls, active } = (await (await fetch(`${simulator.url}/__simulator/calls?idle_within_ms=5000`)).json()) as {
    calls: CallRecord[];
    active: number;
  };
  expect(active).toBe(0);
  expect(calls).toMatchObject([{ provider: "google", model, stream: true, outcome: "aborted", status: 200 }]);
});
