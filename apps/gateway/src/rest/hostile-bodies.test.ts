import fc from "fast-check";
import { type RunningGateway, startGateway } from "../testing/start-gateway";

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

const MODEL = "openai/gpt-4o-mini";
const PICTURE = "https://x.test/a.png";
const schema = { type: "object", properties: { city: { type: "string" } } };

/** Bodies with every field of their API. */
const responses: Json = {
  model: MODEL,
  input: [
    { type: "message", role: "developer", content: "Be brief." },
    {
      role: "user",
      content: [
        { type: "input_text", text: "hi" },
        { type: "input_image", image_url: PICTURE, detail: "low" },
      ],
    },
    { type: "reasoning", summary: [{ type: "summary_text", text: "so" }], encrypted_content: "e30" },
    { role: "assistant", content: [{ type: "output_text", text: "ho" }] },
    { type: "function_call", call_id: "a", name: "f", arguments: "{}" },
    { type: "function_call_output", call_id: "a", output: [{ type: "input_image", image_url: PICTURE }] },
  ],
  instructions: "Be brief.",
  max_output_tokens: 100,
  temperature: 1,
  top_p: 1,
  stream: true,
  text: { format: { type: "json_schema", name: "city", description: "A city.", schema, strict: true } },
  tools: [{ type: "function", name: "f", description: "A tool.", parameters: schema, strict: true }],
  tool_choice: { type: "allowed_tools", mode: "auto", tools: [{ type: "function", name: "f" }] },
  parallel_tool_calls: true,
  reasoning: { effort: "low" },
  include: ["message.output_text.logprobs"],
  top_logprobs: 1,
  metadata: { a: "b" },
  user: "u",
  zdr: false,
  models: [MODEL],
  continue_on_cut: true,
};
const prompt: { readonly [name: string]: Json } = {
  model: MODEL,
  messages: [
    { role: "system", content: [{ type: "text", text: "Be brief." }] },
    {
      role: "user",
      content: [
        { type: "text", text: "hi", cache_control: { type: "ephemeral" } },
        { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } },
      ],
    },
    {
      role: "assistant",
      content: [
        { type: "thinking", thinking: "so", signature: "e30" },
        { type: "redacted_thinking", data: "e30" },
        { type: "text", text: "ho" },
        { type: "tool_use", id: "a", name: "f", input: { city: "x" } },
      ],
    },
    {
      role: "user",
      content: [
        {
          type: "tool_result",
          tool_use_id: "a",
          is_error: true,
          content: [
            { type: "text", text: "no" },
            { type: "image", source: { type: "url", url: PICTURE } },
            { type: "tool_reference", tool_name: "f" },
          ],
        },
      ],
    },
  ],
  system: "Be brief.",
  tools: [
    { type: "custom", name: "f", description: "A tool.", input_schema: schema, strict: true, defer_loading: true },
  ],
  tool_choice: { type: "tool", name: "f", disable_parallel_tool_use: true },
  thinking: { type: "enabled", budget_tokens: 1024 },
  output_config: { effort: "low", format: { type: "json_schema", schema } },
};
const messages: Json = {
  ...prompt,
  max_tokens: 100,
  stop_sequences: ["x"],
  temperature: 1,
  top_p: 1,
  metadata: { user_id: "u" },
  stream: true,
  zdr: false,
  models: [MODEL],
  continue_on_cut: true,
};

type Step = string | number;

const pathsIn = (value: Json, path: readonly Step[] = []): (readonly Step[])[] => [
  path,
  ...(typeof value !== "object" || value === null
    ? []
    : Object.entries(value).flatMap(([name, member]) =>
        pathsIn(member, [...path, Array.isArray(value) ? Number(name) : name]),
      )),
];

/** A copy with another value at a path. */
const withAt = (value: Json, [step, ...rest]: readonly Step[], other: Json): Json => {
  if (step === undefined) return other;
  const member = withAt((value as Record<Step, Json>)[step] as Json, rest, other);
  return Array.isArray(value)
    ? value.map((one: Json, index) => (index === step ? member : one))
    : { ...(value as object), [step]: member };
};

const anything: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(null, true, 0, -1, 1.5, 1e308, "", "x", "\u0000\ud800", [], {}, [null], [[]], [{}], {
    type: "x",
  }),
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>,
);

describe("a body with anything in any place", () => {
  let running: RunningGateway;
  beforeAll(async () => {
    running = await startGateway();
  });
  afterAll(() => running.gateway.close(0));

  it.each<[string, Json]>([
    ["/v1/responses", responses],
    ["/v1/messages", messages],
    ["/v1/messages/count_tokens", prompt],
  ])("is answered, or a 400 in the form of its API: %s", async (route, whole) => {
    expect((await running.post(route, whole)).status).toBe(200);
    const isMessages = route.startsWith("/v1/messages");
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...pathsIn(whole)), anything, async (path, other) => {
        const response = await running.post(route, withAt(whole, path, other));
        const text = await response.text();
        if (response.status === 200) return;
        const requestId = response.headers.get("x-request-id");
        const error = {
          message: expect.stringMatching(/.+/),
          type: "invalid_request_error",
          code: "invalid_request_error",
          request_id: requestId,
          param: expect.stringMatching(/.+/),
        };
        expect([response.status, JSON.parse(text)]).toEqual([
          400,
          isMessages ? { type: "error", error, request_id: requestId } : { error },
        ]);
        expect(response.headers.get("request-id")).toBe(isMessages ? requestId : null);
        expect(text).not.toMatch(/undefined|\[object|NaN/);
      }),
      { numRuns: 600 },
    );
  });
});
