import { seededRandom } from "@cenote/testkit";
import { FAMILIES, type Family, lenientModelOf } from "../conformance/families";
import { harness } from "./harness";

const SEED = Number(process.env["CENOTE_E2E_SEED"] ?? 20261123);
const WALKS = 6;
const STEPS = 14;

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const PICTURE = `data:image/png;base64,${PIXEL}`;
const NAMES = ["weather", "local_time"] as const;
const CITY = {
  type: "object",
  properties: { city: { type: "string" } },
  required: ["city"],
  additionalProperties: false,
};
/** Ids in the formats of other services: longer than OpenAI accepts, with a signature, with special characters. */
const FOREIGN_IDS = [`call_${"x".repeat(60)}`, `call_1__thought__${"Ab+/".repeat(100)}==`, "functions.weather:0"];

/** An answer of any of the three APIs. */
interface Answer {
  readonly choices: readonly [{ readonly message: { readonly tool_calls?: readonly { readonly id: string }[] } }];
  readonly output: readonly { readonly type: string; readonly call_id: string }[];
  readonly content: readonly { readonly type: string; readonly id: string }[];
}

/** How clients of one API write a conversation. */
interface ChatApi {
  readonly path: string;
  readonly settings: object;
  readonly tools: readonly object[];
  readonly body: (conversation: readonly object[]) => object;
  readonly user: (text: string, picture: boolean) => object;
  readonly rules: (text: string) => object;
  readonly calls: (ids: readonly string[]) => readonly object[];
  readonly results: (ids: readonly string[]) => readonly object[];
  /** The part of an answer that the client sends back. */
  readonly kept: (answer: Answer) => readonly object[];
  readonly callIds: (answer: Answer) => readonly string[];
}

const chat: ChatApi = {
  path: "/v1/chat/completions",
  settings: { max_tokens: 8_000, reasoning_effort: "low" },
  tools: NAMES.map((name) => ({ type: "function", function: { name, parameters: CITY } })),
  body: (messages) => ({ messages }),
  user: (text, picture) => ({
    role: "user",
    content: picture
      ? [
          { type: "text", text },
          { type: "image_url", image_url: { url: PICTURE } },
        ]
      : text,
  }),
  rules: (content) => ({ role: "system", content }),
  calls: (ids) => [
    {
      role: "assistant",
      content: null,
      tool_calls: ids.map((id) => ({ id, type: "function", function: { name: NAMES[0], arguments: "{}" } })),
    },
  ],
  results: (ids) => ids.map((id) => ({ role: "tool", tool_call_id: id, content: "21" })),
  kept: ({ choices }) => [choices[0].message],
  callIds: ({ choices }) => (choices[0].message.tool_calls ?? []).map(({ id }) => id),
};

const customIds = new Set<string>();

const responses: ChatApi = {
  path: "/v1/responses",
  settings: { max_output_tokens: 8_000, reasoning: { effort: "low" }, store: false },
  tools: [
    { type: "function", name: NAMES[0], parameters: CITY },
    { type: "custom", name: NAMES[1] },
  ],
  body: (input) => ({ input }),
  user: (text, picture) => ({
    role: "user",
    content: [{ type: "input_text", text }, ...(picture ? [{ type: "input_image", image_url: PICTURE }] : [])],
  }),
  rules: (content) => ({ role: "developer", content }),
  calls: (ids) => ids.map((id) => ({ type: "function_call", call_id: id, name: NAMES[0], arguments: "{}" })),
  results: (ids) =>
    ids.map((id) => ({
      type: customIds.has(id) ? "custom_tool_call_output" : "function_call_output",
      call_id: id,
      output: "21",
    })),
  kept: ({ output }) => output,
  callIds: ({ output }) =>
    output.flatMap(({ type, call_id: id }) => {
      if (type === "custom_tool_call") customIds.add(id);
      return type === "function_call" || type === "custom_tool_call" ? [id] : [];
    }),
};

const messages: ChatApi = {
  path: "/v1/messages",
  settings: { max_tokens: 8_000, thinking: { type: "adaptive" } },
  tools: NAMES.map((name) => ({ name, input_schema: CITY })),
  body: (turns) => ({ messages: turns }),
  user: (text, picture) => ({
    role: "user",
    content: [
      { type: "text", text },
      ...(picture ? [{ type: "image", source: { type: "base64", media_type: "image/png", data: PIXEL } }] : []),
    ],
  }),
  rules: (content) => ({ role: "system", content }),
  calls: (ids) => [
    { role: "assistant", content: ids.map((id) => ({ type: "tool_use", id, name: NAMES[0], input: {} })) },
  ],
  results: (ids) => [
    { role: "user", content: ids.map((id) => ({ type: "tool_result", tool_use_id: id, content: "21" })) },
  ],
  kept: ({ content }) => [{ role: "assistant", content }],
  callIds: ({ content }) => content.filter(({ type }) => type === "tool_use").map(({ id }) => id),
};

const WITH_VISION = FAMILIES.filter(({ refuses }) => !refuses.has("images by data URL"));

/** Number of tool calls that models made in one test. */
let called = 0;

/**
 * One conversation in which a random model gives each answer. @returns The first rejection; undefined if there is none.
 */
const walk = async (api: ChatApi, marker: string, random: () => number): Promise<string | undefined> => {
  const { client, simulator } = harness();
  const chance = (share: number) => random() < share;
  const families = chance(0.5) ? WITH_VISION : FAMILIES;
  const pick = (): Family => families[Math.floor(random() * families.length)]!;
  const conversation: object[] = [api.user(`Hello. ${marker}`, false)];
  if (chance(0.5)) conversation.push(...api.calls(FOREIGN_IDS), ...api.results(FOREIGN_IDS));
  const path: string[] = [];
  for (let step = 0; step < STEPS; step++) {
    const family = pick();
    const body = {
      model: lenientModelOf(family),
      ...api.settings,
      ...api.body(conversation),
      ...(chance(0.8) ? { tools: api.tools } : {}),
    };
    const { status, body: answer, text } = await client.postJson<Answer>(api.path, body);
    path.push(family.name);
    if (status !== 200) return `${path.join(" > ")}: ${status} ${text}`;
    conversation.push(...api.kept(answer));
    const ids = [...api.callIds(answer)];
    called += ids.length;
    if (ids.length > 0) conversation.push(...api.results(chance(0.5) ? ids : ids.toReversed()));
    else {
      if (chance(0.2)) conversation.push(api.rules("Be brief."));
      const asksForCalls = chance(0.6) ? "The weather and the local_time?" : "And then?";
      conversation.push(api.user(asksForCalls, families === WITH_VISION && chance(0.3)));
    }
  }
  const refused = (await simulator.calls(marker)).filter(({ status }) => status !== 200);
  return refused.length === 0 ? undefined : `${path.join(" > ")}: refused by ${refused[0]?.provider}`;
};

test.each([
  ["chat completions", chat],
  ["OpenAI's Responses API", responses],
  ["Anthropic's Messages API", messages],
])(`a conversation over %s goes from any model to any other (seed ${SEED})`, async (_, api) => {
  const random = seededRandom(SEED);
  called = 0;
  for (let number = 0; number < WALKS; number++)
    expect(await walk(api, `marker-walk-${api.path}-${number}-end`, random)).toBeUndefined();
  expect(called).toBeGreaterThan(WALKS);
});
