import { CenoteError, invalidField } from "@cenote/core";
import { createEventReader } from "../../testing/event-reader";
import { sampleAnswer, sampleInfo, sampleStarted, textEvent } from "../../testing/samples";
import { createEventFeed } from "../../testing/event-feed";
import { type RunningGateway, type StartOptions, startGateway } from "../../testing/start-gateway";

const PATH = "/v1/responses";
const body = { model: "openai/gpt-4o-mini", input: "hi" };

const SEARCH = { type: "web_search" };
const FILE = { type: "input_file", file_data: "data:application/pdf;base64,JVBERi0=" };
const added = (tools: object[]) => ({ type: "additional_tools", tools });
const message = (content: unknown) => ({ role: "user", content });

describe("POST /v1/responses", () => {
  let running: RunningGateway | undefined;
  const start = async (options: StartOptions = {}): Promise<RunningGateway> => {
    running = await startGateway(options);
    return running;
  };
  afterEach(async () => {
    await running?.gateway.close(0);
  });

  it("answers with the request's id and the headers of every call", async () => {
    const { post, inference } = await start();
    const response = await post(
      PATH,
      { ...body, store: true, metadata: { order: "4711" } },
      { headers: { "Idempotency-Key": "order-4711" } },
    );
    expect(response.status).toBe(200);
    const requestId = response.headers.get("x-request-id") ?? "";
    expect(await response.json()).toMatchObject({
      id: requestId.replace("req_", "resp_"),
      status: "completed",
      output: [{ content: [{ text: '¡Hola! \u2028 "quoted"' }] }],
      metadata: { order: "4711" },
    });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "x-gateway-attempts": "1",
      "x-ratelimit-remaining-requests": "599",
    });
    expect(response.headers.has("x-gateway-dropped-fields")).toBe(false);
    expect(inference.calls).toMatchObject([
      { context: { requestId, idempotencyKey: "order-4711" }, chat: { messages: [{ role: "user" }] } },
    ]);
  });

  it("leaves out a web search beside other tools, and says so", async () => {
    const { post, inference } = await start();
    const response = await post(PATH, {
      ...body,
      tools: [
        { type: "function", name: "now" },
        { type: "web_search", external_web_access: false },
      ],
    });
    expect(response.headers.get("x-gateway-dropped-fields")).toBe("tools.web_search");
    expect(((await response.json()) as { readonly tools: unknown }).tools).toMatchObject([{ name: "now" }]);
    expect(inference.calls).toMatchObject([{ chat: { tools: [{ name: "now" }] } }]);
  });

  it.each<[string, object]>([
    ["tools.web_search", { tools: [{ type: "web_search_preview" }, { type: "function", name: "now" }] }],
    ["tools.web_search", { tools: [{ type: "web_search_2025_08_26" }, { type: "function", name: "now" }] }],
    [
      "tools.web_search",
      { input: [added([{ type: "web_search_preview_2025_03_11" }, { type: "function", name: "now" }]), message("hi")] },
    ],
    ["tools.web_search", { input: [added([SEARCH, { type: "function", name: "now" }]), message("hi")] }],
    ["tools.web_search", { tools: [{ type: "function", name: "now" }], input: [added([SEARCH]), message("hi")] }],
    ["tools.web_search", { tools: [SEARCH], input: [added([{ type: "function", name: "now" }]), message("hi")] }],
    ["input_file.detail", { input: [message([{ ...FILE, detail: "low" }])] }],
    [
      "input_file.detail",
      { input: [{ type: "function_call_output", call_id: "c", output: [{ ...FILE, detail: "high" }] }] },
    ],
    ["reasoning.mode", { reasoning: { mode: "pro" } }],
  ])("says that %s was left out of %j", async (told, fields) => {
    const { post } = await start();
    const { status, headers } = await post(PATH, { ...body, ...fields });
    expect([status, headers.get("x-gateway-dropped-fields")]).toEqual([200, told]);
  });

  it.each<object>([
    { input: [message([FILE, { ...FILE, detail: "auto", file_data: "data:APPLICATION/PDF;base64,JVBERi0=" }])] },
    { reasoning: { mode: "standard", context: "all_turns", summary: "auto" } },
  ])("has nothing to say of %j", async (fields) => {
    const { post } = await start();
    const { status, headers } = await post(PATH, { ...body, ...fields });
    expect([status, headers.get("x-gateway-dropped-fields")]).toEqual([200, null]);
  });

  it.each(["file_id", "file_url"])("says of a %s that there is no upload", async (name) => {
    const { post } = await start();
    const response = await post(PATH, { ...body, input: [message([{ type: "input_file", [name]: "f" }])] });
    expect(await response.text()).toContain(
      "input[0].content[0].file_data: required: a PDF file as a data URL, `data:application/pdf;base64,...`; there is no upload",
    );
  });

  it("counts the tokens of an input without a call", async () => {
    const asked: unknown[] = [];
    const { post } = await start({
      inference: {
        countPromptTokens: ({ chat }) => {
          asked.push(chat);
          return Promise.resolve({ promptTokens: 34 });
        },
      },
    });
    const count = async (fields: object) => {
      const response = await post(`${PATH}/input_tokens`, fields);
      return { status: response.status, body: await response.json() };
    };
    const tools = [{ type: "function", name: "now" }];
    const input = [{ role: "user", content: "hi" }];
    expect(await count({ ...body, input, instructions: "Be brief.", tools })).toEqual({
      status: 200,
      body: { object: "response.input_tokens", input_tokens: 34 },
    });
    expect(asked).toMatchObject([
      { model: body.model, messages: [{ role: "system" }, { role: "user" }], tools: [{ name: "now" }] },
    ]);
    for (const [fields, param] of [
      [{ model: body.model }, "input"],
      [{ ...body, previous_response_id: "resp_1" }, "previous_response_id"],
      [{ ...body, input: [{ type: "item_reference", id: "msg_1" }] }, "input[0].type"],
    ] as const)
      expect(await count(fields)).toMatchObject({ status: 400, body: { error: { param } } });
    expect(asked).toHaveLength(1);
  });

  it("streams events and ends after the last one", async () => {
    const { post } = await start();
    const response = await post(PATH, { ...body, stream: true });
    expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    const blocks = await createEventReader(response).rest();
    expect(blocks[0]).toMatch(/^event: response\.created\n/);
    expect(blocks.at(-1)).toMatch(/^event: response\.completed\n.*"status":"completed"/);
  });

  it("answers an early failure with an HTTP error, and a later one with an error event", async () => {
    const failing = await start({
      inference: {
        streamChatCompletion: () => {
          throw new CenoteError("provider_unavailable", "Gone.");
        },
      },
    });
    const early = await failing.post(PATH, { ...body, stream: true });
    expect(early.status).toBe(502);
    expect(await early.json()).toMatchObject({
      error: { code: "provider_unavailable", message: "Gone.", request_id: early.headers.get("x-request-id") },
    });
    await failing.gateway.close(0);
    const feed = createEventFeed();
    feed.push(sampleStarted, textEvent("so"));
    feed.fail(new CenoteError("provider_unavailable", "Gone."));
    const { post } = await start({ inference: { streamChatCompletion: () => feed } });
    const blocks = await createEventReader(await post(PATH, { ...body, stream: true })).rest();
    expect(blocks.at(-2)).toMatch(/^event: error\ndata: .*"error":\{"message":"Gone\."/);
    expect(blocks.at(-1)).toMatch(/^event: response\.failed\n/);
  });

  it.each([
    ["messages[2].content", "input"],
    ["max_tokens", "max_output_tokens"],
    ["response_format.json_schema.schema", "text.format.schema"],
    ["response_format", "text.format"],
    ["reasoning_effort", "reasoning.effort"],
    ["logprobs", "include"],
    ["tools[1].function.parameters", "tools[1].parameters"],
    ["temperature", "temperature"],
  ])("names the field %s, if a model can't honour it, %s", async (field, name) => {
    const { post } = await start({
      inference: {
        createChatCompletion: () => Promise.reject(invalidField(field, "not with this model.")),
      },
    });
    const response = await post(PATH, body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { param: name, message: `${name}: not with this model.` } });
  });

  it("names ignored fields in a header, with the names of this API", async () => {
    const info = { ...sampleInfo, droppedFields: ["max_tokens", "verbosity"] };
    const { post } = await start({
      inference: { createChatCompletion: () => Promise.resolve({ ...sampleAnswer, info }) },
    });
    const { headers } = await post(PATH, {
      ...body,
      text: { verbosity: "low" },
      truncation: "auto",
      max_tool_calls: 3,
      stream_options: { include_obfuscation: false },
      prompt_cache_key: "k",
      client_metadata: { session_id: "s" },
    });
    expect(headers.get("x-gateway-dropped-fields")).toBe(
      "max_output_tokens, text.verbosity, truncation, max_tool_calls",
    );
  });

  it.each<[object, string]>([
    [{ previous_response_id: "resp_1" }, "previous_response_id"],
    [{ conversation: "conv_1" }, "conversation"],
    [{ background: true }, "background"],
    [{ prompt: { id: "p" } }, "prompt"],
    [{ input: [{ type: "item_reference", id: "rs_1" }] }, "input[0].type"],
    [{ input: [{ type: "web_search_call" }] }, "input[0].type"],
    [{ input: [] }, "input"],
    [{ input: [{ role: "user", content: [{ type: "input_file", file_id: "f" }] }] }, "input[0].content[0].file_data"],
    [{ input: [{ type: "function_call", name: "f", arguments: "" }] }, "input[0].call_id"],
    [{ tools: [SEARCH] }, "tools[0].type"],
    [{ tools: [{ type: "web_search_preview" }] }, "tools[0].type"],
    [{ tools: ["web_search_preview"] }, "tools[0]"],
    [{ input: [message("hi"), added([SEARCH])] }, "input[1].tools[0].type"],
    [{ tools: [SEARCH], input: [added([]), message("hi")] }, "tools[0].type"],
    [{ tools: [{ type: "function", name: "a b" }] }, "tools[0].name"],
    [{ temperature: 3 }, "temperature"],
    [{ max_output_tokens: 0 }, "max_output_tokens"],
    [{ reasoning: { effort: "most" } }, "reasoning.effort"],
    [{ text: { format: { type: "xml" } } }, "text.format.type"],
    [{ model: undefined }, "model"],
    [{ provider: { zdr: true } }, "provider.zdr"],
    [{ metadata: Object.fromEntries(Array.from({ length: 17 }, (_, index) => [index, ""])) }, "metadata"],
    [{ metadata: { a: "b".repeat(513) } }, "metadata.a"],
    [{ metadata: { ["a".repeat(65)]: "" } }, "metadata"],
    [{ metadata: { a: [] } }, "metadata.a"],
    [{ user: "u".repeat(513) }, "user"],
    [
      { tools: [{ type: "function", name: "f" }], tool_choice: { type: "function", name: "f".repeat(65) } },
      "tool_choice.name",
    ],
  ])("refuses %j and names the field %s", async (fields, param) => {
    const { post, inference } = await start();
    const response = await post(PATH, { ...body, ...fields });
    expect(response.status).toBe(400);
    const { error } = (await response.json()) as { error: { param: string; message: string } };
    expect(error).toMatchObject({ code: "invalid_request_error", param });
    expect(error.message.startsWith(`${param}: `)).toBe(true);
    expect(inference.calls).toEqual([]);
  });

  it.each(["mcp", "file_search", "shell", "code_interpreter", "image_generation"])(
    "says that OpenAI's hosted tools are not available: %s",
    async (type) => {
      const { post } = await start();
      const hosted = [{ type: "function", name: "now" }, { type }];
      for (const [fields, param] of [
        [{ tools: hosted }, "tools[1].type"],
        [{ input: [added(hosted), message("hi")] }, "input[0].tools[1].type"],
      ] as const) {
        const response = await post(PATH, { ...body, ...fields });
        expect({ status: response.status, ...((await response.json()) as object) }).toMatchObject({
          status: 400,
          error: {
            param,
            message: `${param}: OpenAI's hosted tools are not available here; give the model a function or a custom tool of yours.`,
          },
        });
      }
    },
  );

  it("treats null as absent, and accepts false for fields that it refuses otherwise", async () => {
    const { post } = await start();
    const nothing = {
      previous_response_id: null,
      conversation: null,
      prompt: null,
      background: false,
      tools: null,
      text: null,
      reasoning: null,
      include: null,
      truncation: "disabled",
    };
    const response = await post(PATH, { ...body, ...nothing });
    expect(response.status).toBe(200);
    expect(response.headers.has("x-gateway-dropped-fields")).toBe(false);
  });

  it("returns a stored answer with the id of the charged call", async () => {
    const info = {
      rateLimits: undefined,
      attempts: 0,
      upstreamUs: 0,
      droppedFields: [],
      originalRequestId: "req_0123456789abcdef01234567",
      replayed: true,
    };
    const { post } = await start({
      inference: { createChatCompletion: () => Promise.resolve({ ...sampleAnswer, info }) },
    });
    const response = await post(PATH, body);
    expect(response.headers.get("idempotent-replayed")).toBe("true");
    expect(await response.json()).toMatchObject({ id: "resp_0123456789abcdef01234567" });
  });
});
