import type { ChatEvent, ChatMessage, PromptTokens, ReasoningDetail } from "@cenote/contracts";
import { CenoteError } from "@cenote/core";
import type Anthropic from "@anthropic-ai/sdk";
import { MessageStream } from "@anthropic-ai/sdk/lib/MessageStream";
import { Stream } from "@anthropic-ai/sdk/streaming";
import fc from "fast-check";
import { sampleAnswer, sampleFinished, sampleInfo, sampleStarted, sampleUsage, textEvent } from "../../testing/samples";
import { packReasoning } from "../opaque-reasoning";
import type { BodyMessage } from "./body";
import { createMessageWriter } from "./to-events";
import { toMessage } from "./to-message";
import { toChatMessages } from "./to-turns";

type Event = NonNullable<ChatEvent["event"]>;

const writerOf = () =>
  createMessageWriter({ requestId: "req_1", started: { created: 0n, model: "openai/gpt-4o-mini", info: sampleInfo } });

const written = (...events: (Event | undefined)[]): string => {
  const writer = writerOf();
  return events.map((event) => writer.write([{ event }])).join("");
};

interface Sent {
  readonly name: string;
  readonly type: string;
  readonly index?: number;
  readonly [member: string]: unknown;
}

const sentIn = (text: string): Sent[] =>
  text
    .split("\n\n")
    .slice(0, -1)
    .map((block) => {
      const [, name = "", data = ""] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
      return { name, ...(JSON.parse(data) as Omit<Sent, "name">) } as Sent;
    });

/** The events between the message's start and end. */
const blocksIn = (text: string): object[] =>
  sentIn(text)
    .filter(({ type }) => type.startsWith("content_block"))
    .map(({ type, index, delta, content_block: block }) => ({
      [`${type.replace("content_block_", "")} ${index}`]: block ?? delta ?? "",
    }));

const signed = (text: string): ReasoningDetail => ({
  family: "anthropic",
  text,
  signature: "sig",
  encrypted: "",
  toolCallId: "",
  madeBy: "a/b",
});
const hidden = (toolCallId = ""): ReasoningDetail => ({
  family: "google",
  text: "",
  signature: "",
  encrypted: "xyz",
  toolCallId,
  madeBy: "g/h",
});
const thought = (value: string): Event => ({ $case: "reasoning", value });
const detail = (value: ReasoningDetail): Event => ({ $case: "reasoningDetail", value });
const call = (index: number, input: string, id = "", name = ""): Event => ({
  $case: "toolCall",
  value: { index, id, name, arguments: input },
});
const finished = (finishReason: string): Event => ({ $case: "finished", value: { finishReason, usage: sampleUsage } });

const TEXT = { type: "text", text: "" };
const THINKING = { type: "thinking", thinking: "", signature: "" };
const inputDelta = (partial_json: string) => ({ type: "input_json_delta", partial_json });

describe("a streamed answer", () => {
  it("has every event with its name, and usage and cost at the end", () => {
    const sent = sentIn(written(sampleStarted, textEvent("¡Ho"), textEvent("la! \u2028"), sampleFinished));
    expect(sent.map(({ name }) => name)).toEqual([
      "message_start",
      "content_block_start",
      "content_block_delta",
      "content_block_delta",
      "content_block_stop",
      "message_delta",
      "message_stop",
    ]);
    expect(sent.every(({ name, type }) => name === type)).toBe(true);
    expect(sent[0]).toMatchObject({
      message: {
        id: "req_1",
        type: "message",
        role: "assistant",
        model: "openai/gpt-4o-mini",
        content: [],
        stop_reason: null,
        usage: { input_tokens: 0, output_tokens: 0 },
      },
    });
    expect(sent.at(-2)).toMatchObject({
      delta: { stop_reason: "end_turn", stop_sequence: null, stop_details: null },
      usage: { input_tokens: 5, cache_read_input_tokens: 4, output_tokens: 3, cost_mxn: 0.000_063 },
    });
  });

  it("tells at its start what is known of the prompt by then, without the tokens of a cache, and nothing made", () => {
    const usageAtStart = (prompt: PromptTokens | undefined): unknown => {
      const started = { created: 0n, model: "openai/gpt-4o-mini", info: sampleInfo, prompt };
      const text = createMessageWriter({ requestId: "req_1", started }).write([{ event: sampleStarted }]);
      return sentIn(text).map(({ message }) => (message as { usage: unknown }).usage)[0];
    };
    expect(usageAtStart({ total: 12, cached: 4, cacheWrite: 3 })).toEqual({
      input_tokens: 5,
      cache_creation_input_tokens: 3,
      cache_read_input_tokens: 4,
      output_tokens: 0,
    });
    expect(usageAtStart(undefined)).toEqual({
      input_tokens: 0,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      output_tokens: 0,
    });
  });

  it("ends with `message_stop`", () => {
    const writer = writerOf();
    writer.write([{ event: sampleStarted }, { event: textEvent("a") }]);
    expect(writer.isFinished()).toBe(false);
    writer.write([{ event: sampleFinished }]);
    expect([writer.isFinished(), writer.end]).toEqual([true, ""]);
  });

  it("escapes all line ends of its text", () => {
    expect(written(textEvent("a\nb\u2028c"), call(0, '{"a":\n1}', "call\u2029", "n"))).not.toMatch(
      /[\u2028\u2029]|b(?!\\)[^"]*\n[^ed\n]/,
    );
  });

  it("signs its thinking", () => {
    expect(
      blocksIn(written(thought("One"), thought(" two."), detail(signed("One two.")), textEvent("Hi"), sampleFinished)),
    ).toEqual([
      { "start 0": THINKING },
      { "delta 0": { type: "thinking_delta", thinking: "One" } },
      { "delta 0": { type: "thinking_delta", thinking: " two." } },
      { "delta 0": { type: "signature_delta", signature: packReasoning(signed("One two.")) } },
      { "stop 0": "" },
      { "start 1": TEXT },
      { "delta 1": { type: "text_delta", text: "Hi" } },
      { "stop 1": "" },
    ]);
  });

  it("sends signatures alone where the words of thinking are to be omitted", () => {
    const writer = createMessageWriter(
      { requestId: "req_1", started: { created: 0n, model: "openai/gpt-4o-mini", info: sampleInfo } },
      true,
    );
    const events = [thought("One"), thought(" two."), detail(signed("One two.")), thought("More."), textEvent("Hi")];
    expect(blocksIn(writer.write([...events, sampleFinished].map((event) => ({ event }))))).toEqual([
      { "start 0": THINKING },
      { "delta 0": { type: "signature_delta", signature: packReasoning(signed("One two.")) } },
      { "stop 0": "" },
      { "start 1": TEXT },
      { "delta 1": { type: "text_delta", text: "Hi" } },
      { "stop 1": "" },
    ]);
  });

  it("has redacted thinking", () => {
    expect(
      blocksIn(written(detail(signed("")), detail(hidden()), textEvent("Hi"), sampleFinished)).slice(0, 5),
    ).toEqual([
      { "start 0": THINKING },
      { "delta 0": { type: "signature_delta", signature: packReasoning(signed("")) } },
      { "stop 0": "" },
      { "start 1": { type: "redacted_thinking", data: packReasoning(hidden()) } },
      { "stop 1": "" },
    ]);
  });

  it("signs its thinking with what comes before a call: no block starts before the last one stops", () => {
    expect(
      blocksIn(
        written(thought("Hm."), detail(hidden("call_1")), call(0, "{}", "call_1", "now"), finished("tool_calls")),
      ),
    ).toEqual([
      { "start 0": THINKING },
      { "delta 0": { type: "thinking_delta", thinking: "Hm." } },
      { "delta 0": { type: "signature_delta", signature: packReasoning(hidden("call_1")) } },
      { "stop 0": "" },
      { "start 1": { type: "tool_use", id: "call_1", name: "now", input: {} } },
      { "delta 1": inputDelta("{}") },
      { "stop 1": "" },
    ]);
  });

  it("calls tools, with the reasoning of each call after it", () => {
    expect(
      blocksIn(
        written(
          call(0, "", "call_1", "weather"),
          detail(hidden("call_1")),
          call(0, `{"city":`),
          call(0, `"Mérida"}`),
          call(1, `{}`, "call_2", "now"),
          finished("tool_calls"),
        ),
      ),
    ).toEqual([
      { "start 0": { type: "tool_use", id: "call_1", name: "weather", input: {} } },
      { "delta 0": inputDelta(`{"city":`) },
      { "delta 0": inputDelta(`"Mérida"}`) },
      { "stop 0": "" },
      { "start 1": { type: "redacted_thinking", data: packReasoning(hidden("call_1")) } },
      { "stop 1": "" },
      { "start 2": { type: "tool_use", id: "call_2", name: "now", input: {} } },
      { "delta 2": inputDelta("{}") },
      { "stop 2": "" },
    ]);
  });

  it("stops the text block last, also if reasoning came after the text", () => {
    expect(blocksIn(written(textEvent("Hi"), detail(hidden()), textEvent("!"), sampleFinished))).toEqual([
      { "start 0": TEXT },
      { "delta 0": { type: "text_delta", text: "Hi" } },
      { "delta 0": { type: "text_delta", text: "!" } },
      { "start 1": { type: "redacted_thinking", data: packReasoning(hidden()) } },
      { "stop 1": "" },
      { "stop 0": "" },
    ]);
  });

  it("assigns interleaved pieces of parallel calls to their blocks, and drops a late `{}`", () => {
    expect(
      blocksIn(
        written(
          call(0, "", "a", "x"),
          call(1, `{"k"`, "b", "y"),
          call(2, "", "c", "z"),
          call(1, ":1}"),
          call(0, "{}"),
          finished("tool_calls"),
        ),
      ),
    ).toEqual([
      { "start 0": expect.anything() },
      { "stop 0": "" },
      { "start 1": expect.anything() },
      { "delta 1": inputDelta(`{"k"`) },
      { "stop 1": "" },
      { "start 2": expect.anything() },
      { "delta 1": inputDelta(":1}") },
      { "stop 2": "" },
    ]);
  });

  it("has a refusal's text at its end", () => {
    const sent = sentIn(
      written(
        sampleStarted,
        { $case: "refusal", value: "I'd " },
        { $case: "refusal", value: "rather not." },
        finished("stop"),
      ),
    );
    expect(sent.at(-2)).toMatchObject({
      delta: { stop_reason: "refusal", stop_details: { type: "refusal", explanation: "I'd rather not." } },
    });
    expect(sent).toHaveLength(3);
  });

  it("ends a failed answer with the contract's error in Anthropic's frame", () => {
    const [error] = sentIn(writerOf().failed(new CenoteError("provider_unavailable", "cut"), "req_2"));
    expect(error).toEqual({
      name: "error",
      type: "error",
      request_id: "req_2",
      error: {
        message: "cut",
        type: "provider_unavailable",
        code: "provider_unavailable",
        request_id: "req_2",
        param: null,
      },
    });
  });

  it("throws at the end if the usage is missing", () => {
    expect(() => written({ $case: "finished", value: { finishReason: "stop", usage: undefined } })).toThrow(
      "without usage",
    );
  });
});

/** Reads the stream with Anthropic's client. */
const folded = (text: string): Promise<Anthropic.Message> =>
  MessageStream.fromReadableStream(
    Stream.fromSSEResponse(new Response(text), new AbortController()).toReadableStream(),
  ).finalMessage();

/** The message that the events make, from which the plain answer is built. */
const messageOf = (events: readonly Event[]): ChatMessage => {
  const message: ChatMessage = {
    role: "assistant",
    content: [],
    name: "",
    toolCalls: [],
    toolCallId: "",
    reasoning: "",
    reasoningDetails: [],
    refusal: "",
  };
  let text = "";
  for (const event of events) {
    if (event.$case === "text") text += event.value;
    if (event.$case === "reasoning") message.reasoning += event.value;
    if (event.$case === "refusal") message.refusal += event.value;
    if (event.$case === "reasoningDetail") message.reasoningDetails.push(event.value);
    if (event.$case === "toolCall")
      (message.toolCalls[event.value.index] ??= { ...event.value, arguments: "" }).arguments += event.value.arguments;
  }
  return text === "" ? message : { ...message, content: [{ part: { $case: "text", value: text } }] };
};

const plainOf = (events: readonly Event[], finishReason: string): Anthropic.Message =>
  JSON.parse(
    toMessage("req_1", { ...sampleAnswer, message: messageOf(events), finishReason, usage: sampleUsage }),
  ) as Anthropic.Message;

/** The content that the caller gets and sends back in the next turn, whatever blocks it came in. */
const kept = ({ id, model, content, stop_reason, stop_details, usage }: Anthropic.Message): object => {
  const turn = toChatMessages([{ role: "assistant", content } as BodyMessage]).map(
    ({ content: parts, reasoning, reasoningDetails, toolCalls }) => ({
      text: parts.map(({ part }) => (part?.$case === "text" ? part.value : "")).join(""),
      reasoning,
      reasoningDetails,
      toolCalls: toolCalls.map(({ id: callId, name, arguments: input }) => [
        callId,
        name,
        JSON.parse(input) as unknown,
      ]),
    }),
  );
  const { input_tokens, output_tokens, cache_read_input_tokens, cache_creation_input_tokens, output_tokens_details } =
    usage;
  return {
    id,
    model,
    stop_reason,
    stop_details,
    turn,
    usage: { input_tokens, output_tokens, cache_read_input_tokens, cache_creation_input_tokens, output_tokens_details },
  };
};

const words = fc.string({ minLength: 1, unit: "grapheme" });
const someDetail = fc.oneof(words.map(signed), fc.constantFrom(signed(""), hidden(), hidden("call_0")));
const someInput = fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), fc.oneof(words, fc.integer(), fc.boolean()), {
  maxKeys: 3,
});
const step = fc.oneof(
  words.map((value) => ({ do: "say", event: textEvent(value) as Event }) as const),
  words.map((value) => ({ do: "say", event: thought(value) }) as const),
  words.map((value) => ({ do: "say", event: { $case: "refusal", value } as Event }) as const),
  someDetail.map((value) => ({ do: "say", event: detail(value) }) as const),
  fc.record({
    do: fc.constant("call" as const),
    input: fc.oneof(
      someInput.map((input) => JSON.stringify(input)),
      fc.constant(""),
    ),
    cut: fc.nat(20),
  }),
  fc.nat(4).map((which) => ({ do: "go on", which }) as const),
);

/** Any order of an answer's events; each call's input has two pieces, between which others may come. */
const someEvents = fc.array(step, { maxLength: 14, size: "max" }).map((steps) => {
  const events: Event[] = [];
  const rests: string[] = [];
  const goOn = (index: number) => {
    const rest = rests[index] ?? "";
    if (rest === "") return;
    rests[index] = "";
    events.push(call(index, rest));
  };
  for (const one of steps) {
    if (one.do === "say") events.push(one.event);
    else if (one.do === "go on") goOn(one.which);
    else {
      events.push(call(rests.length, one.input.slice(0, one.cut), `call_${rests.length}`, "weather"));
      rests.push(one.input.slice(one.cut));
    }
  }
  for (const index of rests.keys()) goOn(index);
  return events;
});
const someFinish = fc.constantFrom("stop", "length", "tool_calls", "content_filter");

describe("the same answer, plain and streamed", () => {
  it("is the same for Anthropic's client and in the next turn, in whatever order the events came", async () => {
    await fc.assert(
      fc.asyncProperty(someEvents, someFinish, async (events, finishReason) => {
        expect(kept(await folded(written(sampleStarted, ...events, finished(finishReason))))).toEqual(
          kept(plainOf(events, finishReason)),
        );
      }),
      { numRuns: 300 },
    );
  });

  it("has the same blocks if the events came in the usual order", async () => {
    const parts = fc.tuple(fc.option(words), fc.array(words), fc.array(someInput, { maxLength: 3 }));
    await fc.assert(
      fc.asyncProperty(parts, someFinish, async ([reasoning, texts, inputs], finishReason) => {
        const events = [
          ...(reasoning === null ? [] : [thought(reasoning), detail(signed(reasoning))]),
          ...texts.map((text) => textEvent(text) as Event),
          ...inputs.map((input, index) => call(index, JSON.stringify(input), `call_${index}`, "weather")),
        ];
        expect((await folded(written(sampleStarted, ...events, finished(finishReason)))).content).toEqual(
          plainOf(events, finishReason).content,
        );
      }),
      { numRuns: 100 },
    );
  });

  it("has for each block one start, one stop after it, and no piece before its start", () => {
    fc.assert(
      fc.property(someEvents, (events) => {
        const starts: (number | undefined)[] = [];
        const stops = new Map<number | undefined, number>();
        for (const { type, index } of sentIn(written(sampleStarted, ...events, finished("stop")))) {
          if (type === "content_block_start") starts.push(index);
          else if (index !== undefined) expect(starts).toContain(index);
          if (type === "content_block_stop") stops.set(index, (stops.get(index) ?? 0) + 1);
        }
        expect(starts).toEqual([...starts.keys()]);
        expect(stops).toEqual(new Map(starts.map((index) => [index, 1])));
      }),
    );
  });
});
