import type { ChatEvent, ReasoningDetail } from "@cenote/contracts";
import fc from "fast-check";
import { sampleFinished, sampleInfo, sampleStarted, textEvent } from "../../testing/samples";
import { createChunkWriter } from "./to-chunks";

const REQUEST_ID = "req_0123456789abcdef01234567";
const start = { created: 1_790_000_000n, model: "openai/gpt-4o-mini", info: sampleInfo };

const writer = (includeUsage = false) =>
  createChunkWriter({ requestId: REQUEST_ID, started: start, includeUsage, summarizes: true });
const events = (...cases: ChatEvent["event"][]): ChatEvent[] => cases.map((event) => ({ event }));

/** The payloads of the events in the text; every event is one `data:` line and a blank line. */
const chunksIn = (text: string) => {
  const parts = text.split("\n\n");
  expect(parts.pop()).toBe("");
  return parts.map((part) => {
    expect(part.startsWith("data: ")).toBe(true);
    return JSON.parse(part.slice("data: ".length));
  });
};
const deltas = (...cases: ChatEvent["event"][]) =>
  chunksIn(writer().write(events(...cases))).map((chunk) => chunk.choices[0].delta);

describe("createChunkWriter", () => {
  it("begins with the role, continues with content and ends with finish reason and usage", () => {
    const chunks = writer();
    const written = chunksIn(
      chunks.write(events(sampleStarted, textEvent("¡Ho"))) + chunks.write(events(textEvent("la!"), sampleFinished)),
    );
    const head = {
      id: REQUEST_ID,
      object: "chat.completion.chunk",
      created: 1_790_000_000,
      model: "openai/gpt-4o-mini",
    };
    expect(written).toEqual([
      { ...head, choices: [{ index: 0, delta: { role: "assistant" }, finish_reason: null }] },
      { ...head, choices: [{ index: 0, delta: { content: "¡Ho" }, finish_reason: null }] },
      { ...head, choices: [{ index: 0, delta: { content: "la!" }, finish_reason: null }] },
      {
        ...head,
        choices: [{ index: 0, delta: {}, finish_reason: "stop" }],
        usage: {
          prompt_tokens: 9,
          completion_tokens: 3,
          total_tokens: 12,
          prompt_tokens_details: { cached_tokens: 4, cache_write_tokens: 0 },
          completion_tokens_details: { reasoning_tokens: 1 },
          cost_usd: 0.000_003_15,
          cost_mxn: 0.000_063,
          cost: 0.000_003_15,
        },
      },
    ]);
  });

  it("writes a stream that was stored before `usage.cost` and the formats of reasoning were as it did then", () => {
    const started = { ...start, info: { ...sampleInfo, edition: undefined } };
    const value = { family: "anthropic", text: "Hm.", signature: "s", encrypted: "", toolCallId: "", madeBy: "" };
    const [piece, end] = chunksIn(
      createChunkWriter({ requestId: REQUEST_ID, started, includeUsage: false, summarizes: true }).write(
        events({ $case: "reasoningDetail", value }, sampleFinished),
      ),
    );
    expect(piece.choices[0].delta).toEqual({
      reasoning_details: [{ type: "reasoning.text", format: "anthropic", text: "Hm.", signature: "s" }],
    });
    expect(end.usage).not.toHaveProperty("cost");
  });

  it("does not number the details of a stream that was stored before they had an `index`", () => {
    const started = { ...start, info: { ...sampleInfo, edition: 2 } };
    const [, summary] = chunksIn(
      createChunkWriter({ requestId: REQUEST_ID, started, includeUsage: false, summarizes: true }).write(
        events({ $case: "reasoning", value: "hm" }, sampleFinished),
      ),
    );
    expect(summary.choices[0].delta).toEqual({ reasoning_details: [{ type: "reasoning.summary", summary: "hm" }] });
  });

  it("knows when the answer is complete", () => {
    const chunks = writer();
    chunks.write(events(sampleStarted, textEvent("a")));
    expect(chunks.isFinished()).toBe(false);
    chunks.write(events(sampleFinished));
    expect(chunks.isFinished()).toBe(true);
  });

  it("puts usage on an extra chunk without choices if asked to, and null before it", () => {
    const written = chunksIn(writer(true).write(events(sampleStarted, textEvent("a"), sampleFinished)));
    expect(written.map((chunk) => chunk.usage?.cost_mxn ?? null)).toEqual([null, null, null, 0.000_063]);
    expect(written.map((chunk) => chunk.choices.length)).toEqual([1, 1, 1, 0]);
    expect(written.at(2).choices[0].finish_reason).toBe("stop");
    expect(written.every((chunk) => "usage" in chunk)).toBe(true);
  });

  it("sends tool calls as OpenAI's deltas: id, type and name once, then arguments", () => {
    const call = (index: number, id: string, name: string, args: string): ChatEvent["event"] => ({
      $case: "toolCall",
      value: { index, id, name, arguments: args },
    });
    expect(
      deltas(call(0, "call_1", "weather", ""), call(0, "", "", `{"city":`), call(1, "call_2", "now", "{}")),
    ).toEqual([
      { tool_calls: [{ index: 0, id: "call_1", type: "function", function: { name: "weather", arguments: "" } }] },
      { tool_calls: [{ index: 0, function: { arguments: `{"city":` } }] },
      { tool_calls: [{ index: 1, id: "call_2", type: "function", function: { name: "now", arguments: "{}" } }] },
    ]);
  });

  it("sends reasoning and refusals", () => {
    expect(deltas({ $case: "reasoning", value: "hm" }, { $case: "refusal", value: "no" })).toEqual([
      { reasoning_content: "hm" },
      { reasoning_details: [{ type: "reasoning.summary", summary: "hm", index: 0 }] },
      { refusal: "no" },
    ]);
  });

  describe("reasoning", () => {
    const thought = (value: string): ChatEvent["event"] => ({ $case: "reasoning", value });
    const detail = (fields: Partial<ReasoningDetail>): ChatEvent["event"] => ({
      $case: "reasoningDetail",
      value: { family: "f", text: "", signature: "", encrypted: "", toolCallId: "", madeBy: "", ...fields },
    });
    const detailsIn = (...cases: ChatEvent["event"][]): unknown[] =>
      deltas(...cases).flatMap(({ reasoning_details: details = [] }) => details);

    it("is a detail, too, once it ends without a signature, however many pieces it came in", () => {
      const chunks = writer();
      const pieces = [thought("One"), thought(" two."), textEvent("Hi"), thought("Three."), sampleFinished];
      const written = chunksIn(pieces.map((piece) => chunks.write(events(piece))).join(""));
      expect(written.map((chunk) => chunk.choices[0].delta)).toEqual([
        { reasoning_content: "One" },
        { reasoning_content: " two." },
        { reasoning_details: [{ type: "reasoning.summary", summary: "One two.", index: 0 }] },
        { content: "Hi" },
        { reasoning_content: "Three." },
        { reasoning_details: [{ type: "reasoning.summary", summary: "Three.", index: 1 }] },
        {},
      ]);
    });

    it("goes on behind logprobs that come with each of its pieces", () => {
      const logprobs: ChatEvent["event"] = { $case: "logprobsJson", value: `{"content":[]}` };
      expect(detailsIn(thought("One"), logprobs, thought(" two."), logprobs, textEvent("Hi"))).toEqual([
        { type: "reasoning.summary", summary: "One two.", index: 0 },
      ]);
    });

    it("that a detail signs word for word is that detail alone; with one that is only encrypted come the words before it", () => {
      expect(detailsIn(thought("One."), detail({ text: "One.", signature: "s" }), textEvent("Hi"))).toEqual([
        { type: "reasoning.text", format: "f", text: "One.", signature: "s", index: 0 },
      ]);
      expect(deltas(thought("One."), detail({ encrypted: "e" }), textEvent("Hi"))).toEqual([
        { reasoning_content: "One." },
        {
          reasoning_details: [
            { type: "reasoning.summary", summary: "One.", index: 0 },
            { type: "reasoning.encrypted", format: "f", data: "e", index: 1 },
          ],
        },
        { content: "Hi" },
      ]);
    });

    it("is no detail after one that has to be sent back, which OpenAI's package for Node would forget for it", () => {
      expect(detailsIn(detail({ encrypted: "e" }), textEvent("Hi"), thought("One."), sampleFinished)).toEqual([
        { type: "reasoning.encrypted", format: "f", data: "e", index: 0 },
      ]);
    });

    it("has details that are numbered through all deltas, as OpenAI's package for Python joins them", () => {
      const numbers = detailsIn(
        thought("One."),
        detail({ encrypted: "a" }),
        textEvent("Hi"),
        detail({ encrypted: "b" }),
        detail({ text: "Two.", signature: "s" }),
      ).map((one) => (one as { index: number }).index);
      expect(numbers).toEqual([0, 1, 2, 3]);
    });

    it("has the places of its events as numbers where readers may begin in the middle", () => {
      const begin = () =>
        createChunkWriter({ requestId: REQUEST_ID, started: start, includeUsage: false, summarizes: false });
      const placed = [1, 7].map((index) => ({ event: detail({ encrypted: "a" }), index }));
      const whole = begin().write(placed);
      expect(chunksIn(whole).map((chunk) => chunk.choices[0].delta.reasoning_details[0].index)).toEqual([1, 7]);
      expect(whole.endsWith(begin().write(placed.slice(1)))).toBe(true);
    });

    it("is no detail for readers who may begin in the middle, nor in streams stored before there were any", () => {
      const cases = events(thought("One."), textEvent("Hi"));
      const of = { requestId: REQUEST_ID, started: start, includeUsage: false };
      expect(createChunkWriter({ ...of, summarizes: false }).write(cases)).not.toContain("reasoning_details");
      const started = { ...start, info: { ...sampleInfo, edition: 1 } };
      expect(createChunkWriter({ ...of, started, summarizes: true }).write(cases)).not.toContain("reasoning_details");
    });
  });

  it("keep to one line, whatever line ends logprobs or reasoning have", () => {
    const strange = "a\u2028b\u2029c\u0085d";
    const logprobs: ChatEvent["event"] = {
      $case: "logprobsJson",
      value: JSON.stringify({ content: [{ token: strange }] }),
    };
    const detail: ChatEvent["event"] = {
      $case: "reasoningDetail",
      value: { family: "anthropic", text: strange, signature: "s", encrypted: "", toolCallId: "", madeBy: "" },
    };
    const text = writer().write(events(logprobs, textEvent("a"), logprobs, detail));
    expect(text).not.toMatch(/[\u0085\u2028\u2029]/);
    expect(chunksIn(text)[0].choices[0].logprobs).toEqual({ content: [{ token: strange }] });
  });

  it("attaches logprobs to the text before them, and sends them alone when they come later", () => {
    const logprobs: ChatEvent["event"] = { $case: "logprobsJson", value: `{"content":[]}` };
    const chunks = writer();
    const together = chunksIn(chunks.write(events(textEvent("a"), logprobs, textEvent("b"))));
    expect(together.map((chunk) => [chunk.choices[0].delta.content, chunk.choices[0].logprobs])).toEqual([
      ["a", { content: [] }],
      ["b", undefined],
    ]);
    const [later] = chunksIn(chunks.write(events(logprobs)));
    expect(later.choices[0]).toMatchObject({ delta: {}, logprobs: { content: [] } });
  });

  it("ignores an event of an unknown kind", () => {
    expect(writer().write([{ event: undefined }])).toBe("");
  });

  it("preserves any text, always on one line", () => {
    const hostile = fc.string({
      unit: fc.oneof(
        fc.constantFrom("\n", "\r", "\u2028", "\u2029", "\u0085", "\v", "\f", '"', "\\", "\u0000", "data: "),
        fc.string({ unit: "binary", maxLength: 3 }),
      ),
    });
    fc.assert(
      fc.property(hostile, (text) => {
        const line = writer().write(events(textEvent(text)));
        expect(line.slice(0, -2)).not.toMatch(/[\n\r\v\f\u0085\u2028\u2029]/);
        expect(chunksIn(line)[0].choices[0].delta.content).toBe(text);
      }),
    );
  });
});
