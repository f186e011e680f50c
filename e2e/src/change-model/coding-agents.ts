import { readFileSync } from "node:fs";
import { join } from "node:path";
import type OpenAI from "openai";
import { FAMILIES, lenientModelOf } from "../conformance/families";
import { parseSse } from "../harness/sse";
import { harness } from "./harness";

type Event = OpenAI.Responses.ResponseStreamEvent;
type Item = OpenAI.Responses.ResponseOutputItem;

interface CodexFixture {
  readonly body: { readonly input: readonly object[] };
  readonly toOtherModels: { readonly web_search: object };
  readonly betweenAgents: object;
}

const codex = JSON.parse(readFileSync(join(__dirname, "codex.json"), "utf8")) as CodexFixture;

const user = (text: string) => ({ type: "message", role: "user", content: [{ type: "input_text", text }] });

/** The items of a streamed answer, with the deltas of its custom calls. */
const ask = async (model: string, items: readonly object[]): Promise<{ items: readonly Item[]; typed: string }> => {
  const response = await harness().client.post("/v1/responses", {
    ...codex.body,
    model,
    input: [...codex.body.input, ...items],
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${model}: ${response.status} ${text}`);
  const events = parseSse(text).events.map(({ data }) => JSON.parse(data) as Event);
  const last = events.at(-1);
  if (last?.type !== "response.completed") throw new Error(`${model}: ${text}`);
  const deltas = events.flatMap((event) =>
    event.type === "response.custom_tool_call_input.delta" ? [event.delta] : [],
  );
  return { items: last.response.output, typed: deltas.join("") };
};

const outputOf = (item: Item): object[] => {
  if (item.type === "function_call") return [{ type: "function_call_output", call_id: item.call_id, output: "done" }];
  return item.type === "custom_tool_call"
    ? [{ type: "custom_tool_call_output", call_id: item.call_id, output: [{ type: "input_text", text: "done" }] }]
    : [];
};

test.each(FAMILIES.map((family) => [family.name, family] as const))(
  "Codex calls its tools with %s, and another family goes on",
  async (_, family) => {
    const marker = `marker-codex-${family.provider}-${family.upstream}-end`;
    const items: object[] = [user(`Please exec. ${marker}`)];
    const first = await ask(lenientModelOf(family), items);
    const custom = first.items.find(({ type }) => type === "custom_tool_call");
    expect(custom).toMatchObject({ name: "exec", namespace: "functions", input: first.typed });
    expect(first.typed).toMatch(/^[^{]/);
    const done = { type: "message", role: "assistant", content: [{ type: "output_text", text: "Done." }] };
    items.push(...first.items, ...first.items.flatMap(outputOf), done, user("Now collaboration__spawn_agent."));
    const second = await ask(lenientModelOf(family), items);
    expect(second.items).toContainEqual(expect.objectContaining({ name: "spawn_agent", namespace: "collaboration" }));
    items.push(...second.items, ...second.items.flatMap(outputOf), codex.betweenAgents, user("And then?"));
    const next = FAMILIES[(FAMILIES.indexOf(family) + 1) % FAMILIES.length]!;
    expect((await ask(lenientModelOf(next), items)).items.map(({ type }) => type)).toContain("message");
    const calls = await harness().simulator.calls(marker);
    expect(calls.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(calls[0]?.body).not.toContain('"encrypted":true');
    expect(calls.at(-1)?.body).toContain("say hello");
  },
);

test("OpenAI's Responses get custom tools as they are, all others a function with the grammar in words", async () => {
  for (const family of FAMILIES) {
    const marker = `marker-kind-${family.provider}-${family.upstream}-end`;
    await ask(lenientModelOf(family), [user(`Hello. ${marker}`)]);
    const [call] = await harness().simulator.calls(marker);
    const isNative = family.provider === "openai-responses";
    expect({ family: family.name, isNative: call?.body?.includes(`"type":"custom","name":"exec"`) }).toEqual({
      family: family.name,
      isNative,
    });
    expect(call?.body?.includes("must match this Lark grammar")).toBe(!isNative);
  }
});

test("the search that Codex sends to models it does not know is left out beside its own tools, and refused alone", async () => {
  const { web_search: search } = codex.toOtherModels;
  const body = { model: lenientModelOf(FAMILIES[0]!), input: "Hello" };
  const beside = await harness().client.postJson("/v1/responses", {
    ...body,
    tools: [{ type: "function", name: "now" }, search],
  });
  expect([beside.status, beside.headers.get("x-gateway-dropped-fields")]).toEqual([200, "tools.web_search"]);
  const alone = await harness().client.postJson<{ readonly error: { readonly param: string } }>("/v1/responses", {
    ...body,
    tools: [search],
  });
  expect([alone.status, alone.body.error.param]).toEqual([400, "tools[0].type"]);
});
