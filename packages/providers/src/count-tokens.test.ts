import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { createTokenCounter, estimateTextTokens } from "./count-tokens";
import type { ChatCall } from "./spec";

const counter = createTokenCounter(Math.random);
const FOR = { organization: "one", caller: "key" };
const FOR_OTHER = { organization: "other", caller: "key" };
const PROSE =
  "The ledger is a journal: what was written stays written, and every balance can be told again from the first line. ";

describe("token counts", () => {
  // Counts of OpenAI's own o200k encoding.
  test.each([
    ["", 0],
    ["hello world", 2],
    ["tiktoken is great!", 6],
    ["お誕生日おめでとう", 8],
    ["antidisestablishmentarianism", 6],
  ])("of %j match the encoding", (text, tokens) => {
    expect(counter.countText(text)).toBe(tokens);
  });

  test("of a long text add up, wherever it is split", () => {
    const text = PROSE.repeat(200);
    const whole = encode(text).length;
    expect(Math.abs(counter.countText(text) - whole) / whole).toBeLessThan(0.01);
  });

  test("of a text too long to count are extrapolated", () => {
    const counted = counter.countText(PROSE.repeat(1_500));
    const proportional = counter.countText(PROSE.repeat(6_000));
    expect(Math.abs(proportional - counted * 4) / proportional).toBeLessThan(0.02);
  });

  test("of a long text do not depend on what it begins with", () => {
    const spaces = " ".repeat(100_000);
    const dense = Array.from({ length: 20_000 }, (_unused, index) => ((index * 7_919) % 1_000_003).toString(36)).join(
      "Q",
    );
    const [first, last] = [counter.countText(spaces + dense), counter.countText(dense + spaces)];
    const whole = encode(dense).length;
    for (const counted of [first, last]) expect(Math.abs(counted - whole) / whole).toBeLessThan(0.1);
  });

  test("of a text that is dense except at evenly spaced samples are not fooled", () => {
    const [length, samples, piece] = [340_000, 25, 2_000];
    const dense = Array.from({ length: 60_000 }, (_unused, index) => ((index * 7_919) % 1_000_003).toString(36))
      .join("Q")
      .slice(0, length);
    const letters = dense.split("");
    for (let sample = 0; sample < samples; sample++)
      letters.fill(
        " ",
        Math.floor((sample * (length - piece)) / (samples - 1)),
        Math.floor((sample * (length - piece)) / (samples - 1)) + piece,
      );
    const crafted = letters.join("");
    const whole = encode(crafted).length;
    const counts = Array.from({ length: 20 }, () => counter.countText(crafted));
    expect(counts.reduce((sum, count) => sum + count, 0) / counts.length / whole).toBeGreaterThan(0.8);
  });

  test("of many texts together are those of each, extrapolated if there are too many to count", async () => {
    expect(await counter.countTextsInTurns(FOR, ["hello world", "", "tiktoken is great!"])).toBe(8);
    const [few, many] = [
      await counter.countTextsInTurns(
        FOR,
        Array.from({ length: 100 }, () => PROSE),
      ),
      await counter.countTextsInTurns(
        FOR,
        Array.from({ length: 10_000 }, () => PROSE),
      ),
    ];
    expect(Math.abs(many - few * 100) / many).toBeLessThan(0.05);
  });

  test("of a prompt of many texts are extrapolated too", () => {
    const prompt = (messages: number): ChatCall => ({
      messages: Array.from({ length: messages }, () => ({ role: "user", content: PROSE })),
    });
    const [few, many] = [counter.countPrompt(prompt(100)), counter.countPrompt(prompt(10_000))];
    expect(Math.abs(many - few * 100) / many).toBeLessThan(0.05);
  });

  test("of the same prompt are made once", async () => {
    let drawn = 0;
    const own = createTokenCounter(() => (drawn++ % 7) / 7);
    const call: ChatCall = { messages: [{ role: "user", content: `${PROSE}${" ".repeat(9)}`.repeat(600) }] };
    const [first, second] = await Promise.all([
      own.countPromptInTurns(FOR, call),
      counter.countPromptInTurns(FOR, { ...call }),
    ]);
    const draws = drawn;
    expect([own.countPrompt(call), await own.countPromptInTurns(FOR, call)]).toEqual([first, first]);
    expect(drawn).toBe(draws);
    expect(Math.abs(first - second) / second).toBeLessThan(0.05);
    expect(own.countPrompt(call, { low: 1, high: 1 })).toBe(first);
  });

  test("in turns are the same, and leave each round of the event loop to all others after a piece", async () => {
    const texts = ["antidisestablishmentarianism ".repeat(800), ...Array.from({ length: 100 }, () => PROSE)];
    let rounds = 0;
    const timer = setImmediate(function round() {
      rounds += 1;
      other = setImmediate(round);
    });
    let other = timer;
    const both = await Promise.all([
      counter.countTextsInTurns(FOR, texts),
      counter.countTextsInTurns(FOR_OTHER, texts),
    ]);
    clearImmediate(other);
    const pieces = texts.join("").length / 1_000;
    const atOnce = texts.reduce((sum, text) => sum + counter.countText(text), 0);
    expect(both).toEqual([atOnce, atOnce]);
    // Two counts take turns, and do not share one.
    expect(rounds).toBeGreaterThanOrEqual(Math.floor(pieces) * 2 - 2);
  });

  test("treat special tokens in a text as text", () => {
    expect(counter.countText("<|endoftext|>")).toBeGreaterThan(1);
  });

  test("of endless letters take reasonable time", () => {
    expect(counter.countText("a".repeat(150_000))).toBeGreaterThan(15_000);
  });

  test("of a long text without white space look for some in each piece alone", () => {
    const search = jest.spyOn(String.prototype, "lastIndexOf");
    counter.countText("a".repeat(1_000_000));
    const searched = search.mock.contexts.map(String);
    search.mockRestore();
    expect(searched.length).toBeGreaterThan(0);
    expect(Math.max(...searched.map(({ length }) => length))).toBeLessThan(1_000);
  });

  test("never split a character", () => {
    expect(counter.countText("😀".repeat(5_000))).toBe(counter.countText("😀".repeat(500)) * 10);
  });
});

describe("estimates", () => {
  test.each([
    ["prose", PROSE.repeat(20)],
    ["Spanish", "¿Cuántas fichas tiene esta oración en español, con acentos y todo? ".repeat(20)],
    ["Chinese", "今天天气很好我们去公园散步吧这是一个测试句子用来计算标记数量".repeat(20)],
    ["Arabic", "هذه جملة اختبار لحساب عدد الرموز ".repeat(20)],
  ])("of %s are too high rather than too low", (_, text) => {
    const counted = counter.countText(text);
    expect(estimateTextTokens(text)).toBeGreaterThanOrEqual(counted);
    expect(estimateTextTokens(text)).toBeLessThan(counted * 4);
  });

  test("include everything that is sent", () => {
    const base: ChatCall = { messages: [{ role: "user", content: PROSE }] };
    const grown: ChatCall[] = [
      { messages: [...base.messages, { role: "assistant", content: PROSE }] },
      { messages: [{ role: "user", content: PROSE, name: "Ada" }] },
      {
        messages: [
          {
            role: "user",
            content: [
              { type: "text", text: PROSE },
              { type: "image", url: "https://a.test/a.png" },
            ],
          },
        ],
      },
      {
        messages: [{ role: "assistant", content: PROSE, toolCalls: [{ id: "1", name: "find", arguments: '{"a":1}' }] }],
      },
      { ...base, tools: [{ name: "find", description: "Finds.", parameters: { type: "object" } }] },
      { ...base, responseFormat: { type: "json_schema", name: "a", schema: { type: "object" } } },
      { messages: [{ role: "assistant", content: PROSE, refusal: PROSE }] },
      { messages: [{ role: "assistant", content: PROSE, reasoning: "Hm." }] },
      {
        messages: [
          {
            role: "assistant",
            content: PROSE,
            reasoningDetails: [{ family: "anthropic", text: "Hm.", signature: "s" }],
          },
        ],
      },
    ];
    for (const count of [
      (call: ChatCall) => counter.estimatePrompt(call),
      (call: ChatCall) => counter.countPrompt(call),
    ]) {
      for (const call of grown) expect(count(call)).toBeGreaterThan(count(base));
      const described = (description: string): ChatCall => ({
        ...base,
        responseFormat: { type: "json_schema", name: "a", description, schema: {} },
      });
      expect(count(described(PROSE.repeat(10)))).toBeGreaterThan(count(described("")) + 100);
    }
  });

  test("write the schemas of a call down once, however often it is counted", () => {
    const schema = () => ({ type: "object", toJSON: jest.fn(() => ({ type: "object" })) });
    const [parameters, answer] = [schema(), schema()];
    const call: ChatCall = {
      messages: [{ role: "user", content: "Hi" }],
      tools: [{ name: "find", parameters }],
      responseFormat: { type: "json_schema", name: "a", schema: answer },
    };
    const counts = [call, { ...call }, call].map((one) => [counter.estimatePrompt(one), counter.countPrompt(one)]);
    expect(new Set(counts.map(String)).size).toBe(1);
    expect([parameters.toJSON.mock.calls.length, answer.toJSON.mock.calls.length]).toEqual([1, 1]);
  });

  test("of an image follow the model and the detail", () => {
    const call = (detail?: string): ChatCall => ({
      messages: [
        {
          role: "user",
          content: Array.from({ length: 40 }, () => ({
            type: "image" as const,
            url: "https://a.test/a.png",
            ...(detail === undefined ? {} : { detail }),
          })),
        },
      ],
    });
    const empty: ChatCall = { messages: [{ role: "user", content: [] }] };
    const images = { low: 2_833, high: 48_169 };
    for (const count of [
      (asked: ChatCall, known?: typeof images) => counter.estimatePrompt(asked, known),
      (asked: ChatCall, known?: typeof images) => counter.countPrompt(asked, known),
    ]) {
      expect(count(call("low"), images) - count(empty)).toBe(40 * 2_833);
      for (const detail of [undefined, "auto", "high"])
        expect(count(call(detail), images) - count(empty)).toBe(40 * 48_169);
      expect([count(call("low")) - count(empty), count(call()) - count(empty)]).toEqual([40 * 85, 40 * 1_100]);
    }
  });

  test("of a file follow its pages, whose pictures are never as fine as an image may be", () => {
    const call = (pages: number): ChatCall => ({
      messages: [{ role: "user", content: [{ type: "pdf", data: "JVBERi0=", pages }] }],
    });
    const page = (high: number) => {
      const images = { low: 85, high };
      return counter.estimatePrompt(call(11), images) - counter.estimatePrompt(call(10), images);
    };
    expect([page(1_100), page(3_000), page(12_000), page(48_169)]).toEqual([2_600, 4_500, 4_500, 4_500]);
  });

  test("of an image do not grow with the length of its data", () => {
    const call = (url: string): ChatCall => ({ messages: [{ role: "user", content: [{ type: "image", url }] }] });
    expect(counter.estimatePrompt(call(`data:image/png;base64,${"A".repeat(1_000_000)}`))).toBe(
      counter.estimatePrompt(call("https://a.test/a.png")),
    );
  });
});
