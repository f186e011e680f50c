/** Checks the simulator's Responses with OpenAI's own client. */
import OpenAI, { AzureOpenAI } from "openai";
import { withSimulator } from "../testing/with-simulator";

type Params = OpenAI.Responses.ResponseCreateParamsNonStreaming;
type Event = OpenAI.Responses.ResponseStreamEvent;

const simulator = withSimulator();
const client = (provider = "openai", apiKey = "sk-test") =>
  new OpenAI({ apiKey, baseURL: `${simulator.url}/${provider}/v1`, maxRetries: 0 });
const model = "gpt-6-sol";
const create = (input: Params["input"] & {}, more: Partial<Params> = {}) =>
  client().responses.create({ model, input, ...more });

const eventsOf = async (input: string, more: Partial<Params> = {}): Promise<Event[]> => {
  const events: Event[] = [];
  for await (const event of await client().responses.create({ model, input, ...more, stream: true }))
    events.push(event);
  return events;
};

const typesOf = (events: readonly Event[]) =>
  events.map(({ type }) => type.replace("response.", "")).filter((type, index, all) => type !== all[index - 1]);

const tools: OpenAI.Responses.FunctionTool[] = ["get_weather", "get_time"].map((name) => ({
  type: "function",
  name,
  strict: true,
  parameters: {
    type: "object",
    properties: { city: { type: "string" } },
    required: ["city"],
    additionalProperties: false,
  },
}));

test("a custom tool is called with text, in pieces", async () => {
  const custom = { type: "custom" as const, name: "run", format: { type: "text" as const } };
  const answer = await create("Please run it", { tools: [custom] });
  const call = answer.output.find(({ type }) => type === "custom_tool_call") as OpenAI.Responses.ResponseCustomToolCall;
  expect(call).toMatchObject({ name: "run", input: expect.stringMatching(/^[^{]+$/) });
  const events = await eventsOf("Please run it", { tools: [custom] });
  const pieces = events.flatMap((event) =>
    event.type === "response.custom_tool_call_input.delta" ? [event.delta] : [],
  );
  expect(pieces.length).toBeGreaterThan(1);
  expect(pieces.join("")).toBe(call.input);
});

describe("an answer", () => {
  it("consists of items: reasoning, whose text is hidden, and a message", async () => {
    const answer = await create("Hello", { instructions: "Be brief" });
    expect(answer).toMatchObject({
      object: "response",
      status: "completed",
      model,
      error: null,
      incomplete_details: null,
      instructions: "Be brief",
      store: true,
    });
    expect(answer.id).toMatch(/^resp_[0-9a-f]{24}$/);
    expect(answer.output).toMatchObject([
      { type: "reasoning", summary: [] },
      { type: "message", role: "assistant", status: "completed" },
    ]);
    expect(answer.output[0]).not.toHaveProperty("encrypted_content");
    expect(answer.output_text).toMatch(/^You said: Hello — /);
    expect(answer.usage!.output_tokens_details.reasoning_tokens).toBeGreaterThan(0);
    expect(answer.usage!.total_tokens).toBe(answer.usage!.input_tokens + answer.usage!.output_tokens);
  });

  it("has the same text and tokens as with chat completions", async () => {
    const content = "Tell me of the river [[sim words=20 cached=6]]";
    const [answer, chat] = await Promise.all([
      create(content),
      client().chat.completions.create({ model, messages: [{ role: "user", content }] }),
    ]);
    expect(answer.output_text).toBe(chat.choices[0]?.message.content);
    const { input_tokens, output_tokens, input_tokens_details } = answer.usage!;
    expect({ input_tokens, output_tokens, cached: input_tokens_details.cached_tokens }).toEqual({
      input_tokens: chat.usage!.prompt_tokens,
      output_tokens: chat.usage!.completion_tokens,
      cached: 6,
    });
  });

  it("that is cut short is incomplete, with the reason", async () => {
    const cut = await create("Hi [[sim reasoning=0]]", { max_output_tokens: 16 });
    expect(cut).toMatchObject({
      status: "incomplete",
      incomplete_details: { reason: "max_output_tokens" },
      output: [{ type: "message", status: "incomplete" }],
      usage: { output_tokens: 16 },
    });
    const thought = await create("Hi [[sim reasoning=40]]", { max_output_tokens: 16 });
    expect(thought).toMatchObject({
      status: "incomplete",
      output: [{ type: "reasoning" }],
      usage: { output_tokens: 16, output_tokens_details: { reasoning_tokens: 16 } },
    });
    expect(await create("Hi [[sim finish=content_filter]]")).toMatchObject({
      status: "incomplete",
      incomplete_details: { reason: "content_filter" },
    });
    expect(await create("Hi [[sim finish=failed message=overheated]]")).toMatchObject({
      status: "failed",
      error: { code: "server_error", message: "overheated" },
    });
  });

  it("declines in a separate part", async () => {
    const answer = await create("Do harm [[sim refuse]]");
    expect(answer.output[1]).toMatchObject({
      content: [{ type: "refusal", refusal: expect.stringContaining("sorry") }],
    });
    const events = await eventsOf("Do harm [[sim refuse]]");
    expect(typesOf(events)).toEqual(expect.arrayContaining(["refusal.delta", "refusal.done", "completed"]));
  });
});

describe("a stream", () => {
  it("reports each item from start to end, numbered, and finally all of them", async () => {
    const input = "Tell me [[sim words=12 reasoning=12]]";
    const more: Partial<Params> = { reasoning: { summary: "auto" }, include: ["reasoning.encrypted_content"] };
    const events = await eventsOf(input, more);
    expect(typesOf(events)).toEqual([
      "created",
      "in_progress",
      "output_item.added",
      ...[0, 1].flatMap(() => [
        "reasoning_summary_part.added",
        "reasoning_summary_text.delta",
        "reasoning_summary_text.done",
        "reasoning_summary_part.done",
      ]),
      "output_item.done",
      "output_item.added",
      "content_part.added",
      "output_text.delta",
      "output_text.done",
      "content_part.done",
      "output_item.done",
      "completed",
    ]);
    expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_event, index) => index));
    const plain = await create(input, more);
    const last = events.at(-1) as OpenAI.Responses.ResponseCompletedEvent;
    expect(last.response).toMatchObject({ output: plain.output, usage: plain.usage, status: "completed" });
    expect(last.response.id).toBe((events[0] as OpenAI.Responses.ResponseCreatedEvent).response.id);
    expect(events.flatMap((event) => (event.type === "response.output_item.done" ? [event.item] : []))).toEqual(
      plain.output,
    );
    for (const type of ["response.output_text.delta", "response.reasoning_summary_text.delta"])
      expect(events.filter((event) => event.type === type)).toHaveLength(12);
  });

  it("is assembled by the client's helper", async () => {
    for (const input of ["Hi", "Call get_weather and get_time"]) {
      const final = await client().responses.stream({ model, input, tools }).finalResponse();
      const plain = await create(input, { tools });
      expect(final.output_text).toBe(plain.output_text);
      expect(final.output).toMatchObject(plain.output);
    }
  });

  it("pads its deltas, unless that is turned off", async () => {
    const padded = (events: readonly Event[]) => events.filter((event) => "obfuscation" in event).length;
    expect(padded(await eventsOf("Hi [[sim words=7]]"))).toBe(7);
    const stream = await client().responses.create({
      model,
      input: "Hi",
      stream: true,
      stream_options: { include_obfuscation: false },
    });
    for await (const event of stream) expect(event).not.toHaveProperty("obfuscation");
  });

  it("has log probabilities for the text of each delta", async () => {
    const more: Partial<Params> = { model: "gpt-4o", include: ["message.output_text.logprobs"] };
    const events = await eventsOf("Hi", more);
    const tokens = events.flatMap((event) =>
      event.type === "response.output_text.delta" ? event.logprobs.map(({ token }) => token) : [],
    );
    expect(tokens.join("")).toBe((await create("Hi", more)).output_text);
  });

  it("that fails late says so in an error event, and in a failed response", async () => {
    const call = () =>
      fetch(`${simulator.url}/openai/v1/responses`, {
        method: "POST",
        headers: { authorization: "Bearer sk-test" },
        body: JSON.stringify({
          model,
          stream: true,
          input: "[[sim words=9 reasoning=0 fault=error_event after=3 status=429 message=overheated]]",
        }),
      });
    const text = await (await call()).text();
    const data = text
      .split("\n\n")
      .filter((event) => event !== "")
      .map((event) => JSON.parse(event.split("\ndata: ")[1]!) as { sequence_number: number; type: string });
    expect(data.map(({ sequence_number }) => sequence_number)).toEqual(data.map((_event, index) => index));
    expect(data.slice(-2)).toMatchObject([
      { type: "error", error: { code: "rate_limit_exceeded", message: "overheated" } },
      {
        type: "response.failed",
        response: {
          id: expect.stringMatching(/^resp_/),
          status: "failed",
          error: { code: "rate_limit_exceeded", message: "overheated" },
          usage: null,
        },
      },
    ]);
    await expect(eventsOf("[[sim words=9 fault=error_event after=3 message=overheated]]")).rejects.toThrow(
      "overheated",
    );
    expect((await eventsOf("[[sim finish=failed]]")).at(-1)).toMatchObject({
      type: "response.failed",
      response: { status: "failed", error: { code: "server_error" } },
    });
  });

  it("ends without its last event if directed to", async () => {
    expect((await eventsOf("Hi [[sim no_done]]")).at(-1)?.type).toBe("response.output_item.done");
    expect((await eventsOf("Hi [[sim words=5 reasoning=0 fault=cut after=2]]")).at(-1)?.type).toBe(
      "response.output_text.delta",
    );
    expect((await eventsOf("Hi [[sim no_usage]]")).at(-1)).toMatchObject({ response: { usage: null } });
  });
});

describe("functions", () => {
  it("are called while it reasons, and continued with its reasoning sent back", async () => {
    const more: Partial<Params> = {
      tools,
      store: false,
      include: ["reasoning.encrypted_content"],
      reasoning: { effort: "high" },
    };
    const question = { role: "user" as const, content: "Call get_weather and get_time" };
    const first = await create([question], more);
    const calls = first.output.filter((item) => item.type === "function_call");
    expect(first.output.map(({ type }) => type)).toEqual(["reasoning", "function_call", "function_call"]);
    expect(JSON.parse(calls[0]!.arguments)).toEqual({ city: expect.any(String) });
    const outputs = calls.map(({ call_id }) => ({ type: "function_call_output" as const, call_id, output: "ok" }));
    const second = await create(
      [question, ...(first.output as OpenAI.Responses.ResponseInputItem[]), ...outputs],
      more,
    );
    expect(second).toMatchObject({ status: "completed", output: [{ type: "reasoning" }, { type: "message" }] });
    const elsewhere = client("azure").responses.create({
      model,
      ...more,
      input: [question, ...(first.output as OpenAI.Responses.ResponseInputItem[]), ...outputs],
    });
    await expect(elsewhere).rejects.toMatchObject({ status: 400, code: "invalid_encrypted_content" });
    const forgotten = create([question, ...calls, ...outputs], more);
    await expect(forgotten).rejects.toThrow("without its required 'reasoning' item");
  });

  it("can be forced, restricted and forbidden by tool_choice", async () => {
    const called = async (tool_choice: Params["tool_choice"] & {}) =>
      (await create("get_time", { tools, tool_choice })).output.flatMap((item) =>
        item.type === "function_call" ? [item.name] : [],
      );
    expect(await called({ type: "function", name: "get_weather" })).toEqual(["get_weather"]);
    expect(
      await called({ type: "allowed_tools", mode: "required", tools: [{ type: "function", name: "get_weather" }] }),
    ).toEqual(["get_weather"]);
    expect(await called("auto")).toEqual(["get_time"]);
    expect(await called("none")).toEqual([]);
  });
});

it("returns structured outputs that satisfy their schema, which the client parses", async () => {
  const schema = {
    type: "object",
    properties: { title: { type: "string" } },
    required: ["title"],
    additionalProperties: false,
  };
  const answer = await client().responses.parse({
    model,
    input: "A film",
    text: { format: { type: "json_schema", name: "film", schema, strict: true } },
  });
  expect(JSON.parse(answer.output_text)).toEqual({ title: expect.any(String) });
  expect(
    typeof JSON.parse((await create("As JSON please", { text: { format: { type: "json_object" } } })).output_text),
  ).toBe("object");
});

it("answers Azure's client, which sends the key in a header of its own", async () => {
  const azure = new AzureOpenAI({
    apiKey: "azure-key",
    apiVersion: "preview",
    baseURL: `${simulator.url}/azure/openai/v1`,
    maxRetries: 0,
  });
  expect(await azure.responses.create({ model, input: "Hi" })).toMatchObject({ status: "completed" });
});

describe("errors have the client's own types", () => {
  it.each([
    [
      "a wrong key",
      () => client("openai", "invalid-key").responses.create({ model, input: "Hi" }),
      OpenAI.AuthenticationError,
      { status: 401, code: "invalid_api_key" },
    ],
    [
      "an unknown model",
      () => create("Hi", { model: "missing-model" }),
      OpenAI.BadRequestError,
      { status: 400, param: "model", code: "model_not_found" },
    ],
    [
      "a low limit",
      () => create("Hi", { max_output_tokens: 5 }),
      OpenAI.BadRequestError,
      { param: "max_output_tokens" },
    ],
    [
      "a rate limit",
      () => create("[[sim fault=status status=429 retry_after=3]]"),
      OpenAI.RateLimitError,
      { code: "rate_limit_exceeded" },
    ],
    [
      "a failure",
      () => create("[[sim fault=status status=503 body=html]]"),
      OpenAI.InternalServerError,
      { status: 503 },
    ],
    ["a reset", () => create("[[sim fault=reset]]"), OpenAI.APIConnectionError, {}],
    [
      "a directive that is none",
      () => create("[[sim nonsense=1]]"),
      OpenAI.BadRequestError,
      { message: expect.stringContaining("nonsense") },
    ],
  ])("%s", async (_name, call, type, fields) => {
    const error: unknown = await call().catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(type);
    expect(error).toMatchObject(fields);
  });
});
