import { streamChat } from "./harness/chat-stream";
import { PRICES } from "./harness/cenote-yaml";
import { eventually } from "./harness/eventually";
import { entryOf, settledBalance } from "./harness/ledger";
import { withSystem } from "./harness/with-system";

/** Enough for a new model per call, because a route that breaks off too often is skipped. */
const FRESH_MODELS = 16;
let used = 0;
const freshModel = () => `going/on${(used += 1)}`;

const STALLED_MODEL = "going/stalled";

const harness = withSystem({
  more: (simulatorUrl) => {
    const provider = (name: string, quirks: object = {}) => ({
      kind: "openai-compatible",
      base_url: `${simulatorUrl}/${name}/v1`,
      api_key: "k",
      quirks,
    });
    const chat = (id: string, providers: readonly string[], rest: object = {}) => ({
      id,
      type: "chat",
      capabilities: ["assistant_prefix", "tools", "json_schema"],
      price_usd: PRICES.chat,
      routes: providers.map((name) => ({ provider: name, model: id.replace("/", "-") })),
      ...rest,
    });
    return {
      providers: {
        breaking: provider("breaking"),
        steady: provider("steady"),
        mistral: provider("mistral", { assistant_prefix: "flagged_echoed", stream_usage_option: false }),
      },
      models: [
        ...Array.from({ length: FRESH_MODELS }, (_model, index) =>
          chat(`going/on${index + 1}`, ["breaking", "steady"]),
        ),
        // A short timeout, for the test that waits for it.
        {
          ...chat(STALLED_MODEL, ["breaking", "steady"]),
          routes: [
            { provider: "breaking", model: "stalled", timeouts: { idle_ms: 1_000 } },
            { provider: "steady", model: "stalled" },
          ],
        },
        chat("going/flagged", ["breaking", "mistral"]),
        chat("going/alone", ["breaking"]),
        chat("going/configured", ["breaking", "steady"], { continue_on_cut: true }),
        chat("going/nowhere", ["breaking", "steady"], { capabilities: [] }),
      ],
    };
  },
});

const TEXT = "One two three, four five six. Seven eight nine\\n\\nten eleven twelve.";
const WHOLE = TEXT.replaceAll("\\n", "\n");
const SIXTY = Array.from({ length: 60 }, (_word, index) => `word${index + 1}`).join(" ");
const ask = (fault: string, rest: object, marker = "", text = WHOLE) =>
  streamChat(
    harness().client,
    `${marker} [[sim text="${text}" one_by_one]] ${fault === "" ? "" : `[[sim provider=breaking ${fault}]]`}`,
    { model: freshModel(), continue_on_cut: true, ...rest },
  );

describe("an interrupted stream is still one answer", () => {
  test.each([
    "fault=cut after=4",
    "fault=cut after=9",
    "fault=reset after=4",
    "fault=stall after=4",
    "fault=error_event after=4",
  ])("%s: no word twice, none lost, one finish, the sum is paid", async (fault) => {
    const { simulator, system } = harness();
    const marker = `marker-${fault.replaceAll(/\W/g, "-")}-end`;
    const streamed = await ask(fault, fault.includes("stall") ? { model: STALLED_MODEL } : {}, marker);
    expect(streamed).toMatchObject({ status: 200, text: WHOLE, isDone: true, finishReason: "stop", error: undefined });
    const calls = await simulator.calls(marker);
    expect(calls.map(({ provider }) => provider)).toEqual(["breaking", "steady"]);
    const { messages } = JSON.parse(calls[1]?.body ?? "{}") as { messages: { role: string; content: string }[] };
    expect(messages.at(-1)?.role).toBe("assistant");
    expect(WHOLE.startsWith(messages.at(-1)?.content ?? "?")).toBe(true);

    const { charge } = await entryOf(system, "demo", streamed.id, "settle");
    const quantity = (unit: string) => charge?.usage.find((line) => line.unit === unit)?.quantity ?? 0;
    expect(quantity("input_token")).toBe(streamed.usage?.prompt_tokens);
    expect(quantity("output_token")).toBe(streamed.usage?.completion_tokens);
    expect(streamed.usage?.cost_usd).toBe(Number(charge?.cost_usd));
    expect(charge?.call?.outcome).toBe("ok");
  });

  test.each(["cut", "stall"])("%s after 40 of 60 words: the 60 arrive once, in order", async (fault) => {
    const { simulator, system } = harness();
    const marker = `marker-sixty-${fault}-end`;
    const model = fault === "stall" ? { model: STALLED_MODEL } : {};
    const streamed = await ask(`fault=${fault} after=40`, model, marker, SIXTY);
    expect(streamed).toMatchObject({ text: SIXTY, isDone: true, finishReason: "stop" });
    expect(await simulator.calls(marker)).toHaveLength(2);
    await eventually("the line about the route that broke off", async () => {
      const lines = system.output().split("\n");
      return lines.find((line) => line.includes(streamed.id) && line.includes(`"afterContent":true`));
    });
  });

  test.each([2, 6])("if the provider requires a mark on the prefix, and repeats it: %d words", async (words) => {
    const streamed = await ask(`fault=cut after=${words}`, { model: "going/flagged" });
    expect(streamed).toMatchObject({ text: WHOLE, isDone: true });
  });

  test("if enabled in the configuration instead of by the caller", async () => {
    expect(await ask("fault=cut after=6", { model: "going/configured", continue_on_cut: false })).toMatchObject({
      text: WHOLE,
      isDone: true,
    });
  });

  test("by the same route again, if there is no other, but not without limit", async () => {
    const { simulator } = harness();
    await simulator.fault({ provider: "breaking", count: 1, fault: "cut", after: 9 });
    const streamed = await ask("", { model: "going/alone" }, "marker-alone-end");
    expect(streamed).toMatchObject({ isDone: true, text: WHOLE });
    expect(await simulator.calls("marker-alone-end")).toHaveLength(2);
    const twiceCut = await ask("fault=cut after=4", { model: "going/alone" });
    expect(twiceCut).toMatchObject({ isDone: false, error: { code: "provider_unavailable" } });
    expect(WHOLE.startsWith(twiceCut.text)).toBe(true);
  });
});

describe("an interrupted stream is not continued, ends with the first failure, and only what arrived is charged", () => {
  test.each([
    ["if the caller did not request it", { continue_on_cut: false }],
    ["if no route accepts the beginning of an answer", { model: "going/nowhere" }],
  ])("%s", async (_what, rest) => {
    const { system } = harness();
    const streamed = await ask('fault=error_event after=4 message="First words."', rest);
    expect(streamed).toMatchObject({
      status: 200,
      isDone: false,
      error: { code: "provider_unavailable", message: "First words." },
    });
    expect(WHOLE.startsWith(streamed.text)).toBe(true);
    const { charge } = await entryOf(system, "demo", streamed.id, "settle");
    expect(charge?.call?.outcome).toBe("provider_unavailable");
  });

  test("for JSON, which another provider would start over", async () => {
    const schema = {
      type: "object",
      properties: { a: { type: "string" }, b: { type: "string" } },
      required: ["a", "b"],
      additionalProperties: false,
    };
    const streamed = await streamChat(harness().client, "[[sim provider=breaking fault=cut after=1]]", {
      model: freshModel(),
      continue_on_cut: true,
      response_format: { type: "json_schema", json_schema: { name: "s", schema, strict: true } },
    });
    expect(streamed).toMatchObject({ isDone: false, error: { code: "provider_unavailable" } });
  });
});

test("in the end nothing is held and the ledger verifies", async () => {
  const { system } = harness();
  await settledBalance(system, "demo");
  expect(await system.cenote("ledger", "verify")).toMatchObject({ ok: true });
});
