import { readFileSync } from "node:fs";
import { chunksOf, textOf } from "./harness/chat-chunks";
import { ask, createClient, type ChatCompletion, type EmbeddingList } from "./harness/client";
import { cenoteYaml, FX_RATE } from "./harness/cenote-yaml";
import { eventually } from "./harness/eventually";
import { equal, fraction } from "./harness/exact";
import { startKeyless } from "./harness/keyless";
import { balanceOf } from "./harness/ledger";
import { inRoot } from "./harness/paths";
import { readEvents, restOf } from "./harness/sse";
import { startSystem } from "./harness/system";
import { withSystem } from "./harness/with-system";

const harness = withSystem();

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const GUIDE = readFileSync(inRoot("docs/providers.md"), "utf8");

/** The guide's YAML snippets after a mark, which says how to use them. */
const snippets = (mark: string): string[] =>
  [...GUIDE.matchAll(/<!-- (.*?) -->\n```yaml\n(.*?)^```/gms)].flatMap(([, found = "", text = ""]) =>
    found === mark ? [text] : [],
  );

const snippetWith = (mark: string, part: string): string => {
  const found = snippets(mark).find((text) => text.includes(part));
  if (found === undefined) throw new Error(`the guide has no snippet with ${part} marked ${mark}`);
  return found;
};

/** Edits the configuration as an operator would, while everything runs, and waits until the models are available. */
const edit = async (yaml: string, ...models: readonly string[]): Promise<void> => {
  const { system, client } = harness();
  system.configure(yaml);
  await eventually(`models ${models.join(", ")}`, async () => {
    const { body } = await client.getJson<{ data: { id: string }[] }>("/v1/models");
    if (!models.every((model) => body.data.some(({ id }) => id === model))) return undefined;
    // Each service reads the file on its own: billing for prices, inference for routes.
    const answers = await Promise.all(
      models.map((model) => client.post("/v1/chat/completions", ask("Are you there?", { model }))),
    );
    return answers.every(({ status }) => status === 200);
  });
};

test("Ollama and vLLM are added by an edit, with a fallback from one to the other", async () => {
  const { client, simulator } = harness();
  const keyless = await startKeyless(simulator.url);
  closing.push(keyless.stop);
  const yaml = snippetWith("runs", "ollama:")
    .replace("http://127.0.0.1:11434", `${keyless.url}/ollama`)
    .replace("http://127.0.0.1:8000", `${keyless.url}/vllm`);
  await edit(yaml, "local/llama-3.2", "local/qwen3");
  const { body } = await client.postJson<ChatCompletion>(
    "/v1/chat/completions",
    ask('[[sim text="From home."]]', { model: "local/llama-3.2" }),
  );
  expect({ text: body.choices[0]?.message.content, cost: body.usage.cost_mxn }).toEqual({
    text: "From home.",
    cost: 0,
  });
  const failing = '[[sim provider=vllm fault=status status=503]] [[sim text="From the other."]]';
  const { body: other } = await client.postJson<ChatCompletion>(
    "/v1/chat/completions",
    ask(failing, { model: "local/qwen3" }),
  );
  expect(other.choices[0]?.message.content).toBe("From the other.");
  const [call] = await simulator.calls("From home.");
  expect(call).toMatchObject({ provider: "ollama", model: "llama3.2" });
  const { body: list } = await client.postJson<EmbeddingList>("/v1/embeddings", {
    model: "local/nomic-embed-text",
    input: ["a", "b"],
  });
  expect(list.data).toHaveLength(2);
  expect(keyless.keys).toEqual([]);
});

test("a provider with two keys is added by an edit", async () => {
  const yaml = snippetWith("runs", "OPENAI_API_KEY_2");
  const { simulator, client } = harness();
  await edit(
    yaml
      .replace("{ api_key:", `{ base_url: "${simulator.url}/openai/v1", api_key:`)
      .replaceAll(/\$\{(OPENAI_API_KEY\w*)\}/g, "$1"),
    "openai/gpt-4o-mini",
  );
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => client.postJson("/v1/chat/completions", ask("Two keys"))),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});

test("a model that can use functions while reasoning only over OpenAI's Responses is called that way at openai's URL", async () => {
  const { simulator, client } = harness();
  // A separate row shows when the edit is in use, because the shipped model exists from the start.
  const row =
    '{ id: own/edited, type: chat, price_usd: { input_per_million_tokens: "1", output_per_million_tokens: "1" }, routes: [{ provider: openai, model: m }] }';
  const yaml = snippetWith("runs", "reasoning_summary: true").replace(
    "providers:\n",
    `providers:\n  openai: { base_url: "${simulator.url}/openai/v1", api_key: k }\n`,
  );
  await edit(`${yaml}models: [${row}]\n`, "own/edited");
  const tools = [{ type: "function", function: { name: "weather", parameters: { type: "object", properties: {} } } }];
  const { status, headers } = await client.postJson(
    "/v1/chat/completions",
    ask("marker-reasons-and-calls: the weather?", { model: "openai/gpt-5.4", tools, reasoning_effort: "low" }),
  );
  expect({ status, dropped: headers.get("x-gateway-dropped-fields") }).toEqual({ status: 200, dropped: null });
  const [call] = await simulator.calls("marker-reasons-and-calls");
  expect(call).toMatchObject({ provider: "openai", path: "/v1/responses" });
  expect(call?.body).toContain('"summary":"auto"');
  await client.postJson(
    "/v1/chat/completions",
    ask("marker-no-functions", { model: "openai/gpt-5.4", reasoning_effort: "low" }),
  );
  expect((await simulator.calls("marker-no-functions")).map(({ path }) => path)).toEqual(["/v1/chat/completions"]);
  await simulator.fault({ path: "/responses", fault: "status", status: 404, message: "Not Found" });
  const without = await client.postJson(
    "/v1/chat/completions",
    ask("marker-falls-back", { model: "openai/gpt-5.4", tools, reasoning_effort: "low" }),
  );
  expect({ status: without.status, dropped: without.headers.get("x-gateway-dropped-fields") }).toEqual({
    status: 200,
    dropped: "reasoning_effort",
  });
});

describe("a provider behind a package", () => {
  const MODEL = "far/chat";
  const farYaml = () =>
    JSON.stringify({
      ...(JSON.parse(cenoteYaml({ simulatorUrl: harness().simulator.url })) as object),
      providers: {
        far: {
          kind: "ai-sdk",
          package: "@ai-sdk/openai-compatible",
          base_url: `${harness().simulator.url}/far/v1`,
          api_key: "far-secret-77",
          options: { name: "far", includeUsage: true, supportsStructuredOutputs: true },
        },
      },
      models: [
        {
          id: MODEL,
          type: "chat",
          capabilities: ["tools", "vision", "json_object", "json_schema", "reasoning"],
          price_usd: {
            input_per_million_tokens: "0.15",
            cached_input_per_million_tokens: "0.05",
            output_per_million_tokens: "0.60",
          },
          routes: [{ provider: "far", model: "far-1" }],
        },
        {
          id: "far/vectors",
          type: "embedding",
          dimensions: 8,
          price_usd: { input_per_million_tokens: "0.02" },
          routes: [{ provider: "far", model: "far-vectors" }],
        },
      ],
    });
  beforeAll(async () => {
    await edit(farYaml(), MODEL);
    // The earlier edits left the exchange rate at its default, and billing applies a new one a moment after the prices.
    await eventually(
      "the rate of the file",
      async () => (await harness().system.cenote<{ mxn_per_usd: string }>("fx", "show")).mxn_per_usd === FX_RATE,
    );
  });

  test("answers, streams the same, and both cost the same", async () => {
    const { client } = harness();
    const question = "Word by word. [[sim words=25 cached=3]]";
    const { body } = await client.postJson<ChatCompletion>("/v1/chat/completions", ask(question, { model: MODEL }));
    const events = await restOf(
      readEvents(await client.post("/v1/chat/completions", ask(question, { model: MODEL, stream: true }))),
    );
    expect(events.at(-1)?.data).toBe("[DONE]");
    const chunks = chunksOf(events);
    expect(textOf(chunks)).toBe(body.choices[0]?.message.content);
    expect(chunks.at(-1)?.usage).toMatchObject({
      completion_tokens: body.usage.completion_tokens,
      cost_mxn: body.usage.cost_mxn,
      prompt_tokens_details: { cached_tokens: 3 },
    });
    expect(body.usage.cost_mxn).toBeGreaterThan(0);
  });

  test("calls tools, and keeps to a schema", async () => {
    const { client } = harness();
    const tools = [
      {
        type: "function",
        function: {
          name: "weather",
          parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
        },
      },
    ];
    const { body: called } = await client.postJson<ChatCompletion>(
      "/v1/chat/completions",
      ask("What weather?", { model: MODEL, tools, tool_choice: "required" }),
    );
    expect(called.choices[0]).toMatchObject({
      finish_reason: "tool_calls",
      message: { tool_calls: [{ type: "function", function: { name: "weather" } }] },
    });
    const schema = {
      type: "object",
      properties: { kind: { type: "string" } },
      required: ["kind"],
      additionalProperties: false,
    };
    const format = { type: "json_schema", json_schema: { name: "animal", schema } };
    const { body: formed } = await client.postJson<ChatCompletion>(
      "/v1/chat/completions",
      ask("Which animal?", { model: MODEL, response_format: format }),
    );
    expect(JSON.parse(formed.choices[0]?.message.content ?? "")).toEqual({ kind: expect.any(String) });
  });

  test("embeds", async () => {
    const { body } = await harness().client.postJson<EmbeddingList>("/v1/embeddings", {
      model: "far/vectors",
      input: ["a", "b"],
      dimensions: 8,
    });
    expect(body.data.map(({ index, embedding }) => [index, embedding.length])).toEqual([
      [0, 8],
      [1, 8],
    ]);
    expect(body.usage.cost_usd).toBeGreaterThan(0);
  });

  test("reports a failure with its message, without our key, and does not charge it", async () => {
    const { client, system } = harness();
    const before = await balanceOf(system, "demo");
    const { status, body, text } = await client.postJson(
      "/v1/chat/completions",
      ask('[[sim fault=status status=400 message="bad far-secret-77"]]', { model: MODEL }),
    );
    expect({ status, code: body.error.code, message: body.error.message }).toEqual({
      status: 502,
      code: "provider_unavailable",
      message: "bad [redacted]",
    });
    expect(text).not.toContain("far-secret-77");
    const after = await balanceOf(system, "demo");
    expect(equal(fraction(after.balance_mxn), fraction(before.balance_mxn))).toBe(true);
  });

  test("rejects what its interface does not support with a 400 that names the field", async () => {
    const { status, body } = await harness().client.postJson(
      "/v1/chat/completions",
      ask("Hi", { model: MODEL, logit_bias: { 5: 1 } }),
    );
    expect({ status, code: body.error.code }).toEqual({ status: 400, code: "invalid_request_error" });
    expect(body.error.message).toContain("logit_bias");
  });

  test("ends the provider's call if the caller leaves", async () => {
    const { client, simulator } = harness();
    const leaving = new AbortController();
    const response = await client.post(
      "/v1/chat/completions",
      ask("I leave. [[sim words=500 hold=leave after=3]]", { model: MODEL, stream: true }),
      { signal: leaving.signal },
    );
    for await (const { data } of readEvents(response)) {
      if (data.includes('"content"')) break;
    }
    leaving.abort();
    expect(await simulator.calls("I leave.")).toEqual([
      expect.objectContaining({ provider: "far", outcome: "aborted" }),
    ]);
  });
});

test("a missing package is reported at start-up, with what to do", async () => {
  const yaml = snippetWith("needs @ai-sdk/amazon-bedrock", "@ai-sdk/amazon-bedrock");
  const start = startSystem({
    yaml,
    env: { AWS_ACCESS_KEY_ID: "AKIDEXAMPLE", AWS_SECRET_ACCESS_KEY: "wJalrXUtnFEMI", OPENAI_API_KEY: "sk-x" },
  });
  await expect(start).rejects.toThrow(
    /providers\.bedrock\.package: @ai-sdk\/amazon-bedrock is not installed\. Install it with: npx pnpm@10 add --workspace-root @ai-sdk\/amazon-bedrock/,
  );
  await expect(start).rejects.not.toThrow(/wJalrXUtnFEMI/);
});

const AT_ONCE = 48;

test("every shipped model answers, without any key", async () => {
  const system = await startSystem();
  try {
    const client = createClient(system);
    const { body: list } = await client.getJson<{ data: { id: string; type: string }[] }>("/v1/models");
    const paths: Readonly<Record<string, { readonly path: string; readonly body: (model: string) => object }>> = {
      chat: { path: "/v1/chat/completions", body: (model) => ask("Are you there?", { model }) },
      embedding: { path: "/v1/embeddings", body: (model) => ({ model, input: "Are you there?" }) },
    };
    const answerOf = async ({ id, type }: { id: string; type: string }) => {
      const call = paths[type];
      if (call === undefined) return [];
      const { status, text } = await client.postJson(call.path, call.body(id));
      return [{ id, status, text }];
    };
    // All at once are more than a key's concurrent calls.
    const [some, others] = [list.data.slice(0, AT_ONCE), list.data.slice(AT_ONCE)];
    const answers = [...(await Promise.all(some.map(answerOf))), ...(await Promise.all(others.map(answerOf)))].flat();
    const failed = answers.filter(({ status }) => status !== 200);
    expect(failed).toEqual([]);
    expect(list.data.filter(({ type }) => type === "chat").length).toBeGreaterThanOrEqual(28);
  } finally {
    await system.dispose();
  }
});
