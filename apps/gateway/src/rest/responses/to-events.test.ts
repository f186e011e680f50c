import type { ChatEvent, CreateChatCompletionResponse } from "@cenote/contracts";
import { CenoteError } from "@cenote/core";
import fc from "fast-check";
import type { Response, ResponseOutputItem, ResponseStreamEvent } from "openai/resources/responses/responses";
import { ResponseStream } from "openai/lib/responses/ResponseStream";
import { unpackReasoning } from "../opaque-reasoning";
import { sampleAnswer, sampleFinished, sampleInfo, sampleStarted, sampleUsage, textEvent } from "../../testing/samples";
import { createEventWriter } from "./to-events";
import { toResponse } from "./to-response";

const REQUEST_ID = "req_0123456789abcdef01234567";
const body = { model: "openai/gpt-4o-mini", input: "hi" };
const writer = () =>
  createEventWriter({
    requestId: REQUEST_ID,
    started: { created: 1_790_000_000n, model: "openai/gpt-4o-mini", info: sampleInfo },
    body,
  });

/** Parses the events: each has a name, its data on one line, and a blank line. */
const eventsIn = (text: string): ResponseStreamEvent[] => {
  const blocks = text.split("\n\n");
  expect(blocks.pop()).toBe("");
  return blocks.map((block) => {
    const [, name, data] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
    const event = JSON.parse(data ?? "") as ResponseStreamEvent;
    expect(event.type).toBe(name);
    return event;
  });
};
const write = (...cases: ChatEvent["event"][]): ResponseStreamEvent[] =>
  eventsIn(writer().write(cases.map((event) => ({ event }))));
const whole = (...cases: ChatEvent["event"][]): ResponseStreamEvent[] => write(sampleStarted, ...cases, sampleFinished);

const reasoning = (value: string): ChatEvent["event"] => ({ $case: "reasoning", value });
const refusal = (value: string): ChatEvent["event"] => ({ $case: "refusal", value });
const detail = {
  family: "anthropic",
  text: "",
  signature: "s",
  encrypted: "",
  toolCallId: "",
  madeBy: "anthropic/claude",
};
const signed: ChatEvent["event"] = { $case: "reasoningDetail", value: detail };
const call = (index: number, args: string, id = "", name = ""): ChatEvent["event"] => ({
  $case: "toolCall",
  value: { index, id, name, arguments: args },
});

const typesOf = (events: readonly ResponseStreamEvent[]) => events.map(({ type }) => type.replace("response.", ""));
const finalOf = (events: readonly ResponseStreamEvent[]): Response => {
  const last = events.at(-1);
  if (last === undefined || !("response" in last)) throw new Error("no response at the end");
  return last.response;
};

describe("the events of a response", () => {
  it("begin with the response, have the text in pieces, and end with the whole response", () => {
    const events = whole(textEvent("¡Ho"), textEvent("la!"));
    expect(typesOf(events)).toEqual([
      "created",
      "in_progress",
      "output_item.added",
      "content_part.added",
      "output_text.delta",
      "output_text.delta",
      "output_text.done",
      "content_part.done",
      "output_item.done",
      "completed",
    ]);
    expect(events.map((event) => event.sequence_number)).toEqual(events.map((_, index) => index));
    expect(finalOf(events)).toMatchObject({
      id: "resp_0123456789abcdef01234567",
      object: "response",
      created_at: 1_790_000_000,
      model: "openai/gpt-4o-mini",
      status: "completed",
      error: null,
      incomplete_details: null,
      output: [
        {
          type: "message",
          status: "completed",
          role: "assistant",
          content: [{ type: "output_text", text: "¡Hola!", annotations: [] }],
        },
      ],
      usage: {
        input_tokens: 9,
        input_tokens_details: { cached_tokens: 4, cache_write_tokens: 0 },
        output_tokens: 3,
        output_tokens_details: { reasoning_tokens: 1 },
        total_tokens: 12,
        cost_usd: 0.000_003_15,
        cost_mxn: 0.000_063,
        cost: 0.000_003_15,
      },
      tools: [],
      tool_choice: "auto",
      parallel_tool_calls: true,
      store: false,
      text: { format: { type: "text" } },
    });
  });

  it("have each item's index without a search through all items", () => {
    const search = jest.spyOn(Array.prototype, "indexOf");
    const text = writer().write(
      [sampleStarted, textEvent("a"), reasoning("b"), textEvent("c"), sampleFinished].map((event) => ({ event })),
    );
    expect(search).not.toHaveBeenCalled();
    search.mockRestore();
    expect(
      eventsIn(text).flatMap((event) => (event.type === "response.output_item.done" ? [event.output_index] : [])),
    ).toEqual([0, 1, 2]);
  });

  it("escape characters that some readers take as line ends", () => {
    expect(
      writer().write(
        [sampleStarted, textEvent("a\u2028b\u2029c\u0085d"), call(0, "\u2028", "\u2028", "\u0085"), sampleFinished].map(
          (event) => ({ event }),
        ),
      ),
    ).not.toMatch(/[\u0085\u2028\u2029]/);
  });

  it("have reasoning as a separate item, which its signature ends", () => {
    const events = whole(reasoning("Let me "), reasoning("see."), signed, textEvent("4"));
    expect(typesOf(events).slice(2, -6)).toEqual([
      "output_item.added",
      "reasoning_summary_part.added",
      "reasoning_summary_text.delta",
      "reasoning_summary_text.delta",
      "reasoning_summary_text.done",
      "reasoning_summary_part.done",
      "output_item.done",
      "output_item.added",
    ]);
    const [item] = finalOf(events).output;
    expect(item).toMatchObject({ type: "reasoning", summary: [{ type: "summary_text", text: "Let me see." }] });
    expect(unpackReasoning((item as { encrypted_content: string }).encrypted_content)).toEqual(detail);
  });

  it("have reasoning that nobody signed with a content that is ignored, because clients keep no item without one", () => {
    const [item] = finalOf(whole(reasoning("Let me see."), textEvent("4"))).output;
    expect(item).toMatchObject({ summary: [{ text: "Let me see." }], encrypted_content: "unsigned" });
    expect(unpackReasoning("unsigned")).toBeUndefined();
  });

  it("separate calls whose pieces are interleaved", () => {
    const events = whole(call(0, '{"a"', "call_a", "one"), call(1, "", "call_b", "two"), call(0, ":1}"), call(1, "{}"));
    expect(finalOf(events).output).toMatchObject([
      { type: "function_call", call_id: "call_a", name: "one", arguments: '{"a":1}', status: "completed" },
      { type: "function_call", call_id: "call_b", name: "two", arguments: "{}", status: "completed" },
    ]);
  });

  it.each([
    ["length", "max_output_tokens"],
    ["content_filter", "content_filter"],
  ])("mark an answer with the finish reason %s as incomplete", (finishReason, reason) => {
    const events = write(sampleStarted, textEvent("so"), {
      $case: "finished",
      value: { finishReason, usage: sampleUsage },
    });
    expect(events.at(-1)?.type).toBe("response.incomplete");
    expect(finalOf(events)).toMatchObject({
      status: "incomplete",
      incomplete_details: { reason },
      output: [{ status: "incomplete" }],
      usage: { total_tokens: 12 },
    });
    expect(events.at(-2)).toMatchObject({ type: "response.output_item.done", item: { status: "incomplete" } });
  });

  it("mark only the last item as incomplete", () => {
    const events = write(sampleStarted, call(0, "call_1", "now", "{}"), call(1, "call_2", "now", "{"), {
      $case: "finished",
      value: { finishReason: "length", usage: sampleUsage },
    });
    expect(finalOf(events).output).toMatchObject([{ status: "completed" }, { status: "incomplete" }]);
    expect(events.filter(({ type }) => type === "response.output_item.done")).toMatchObject([
      { item: { status: "completed" } },
      { item: { status: "incomplete" } },
    ]);
  });

  it("mark a refusal by the model as complete, also if its provider reports content_filter", () => {
    const events = write(sampleStarted, reasoning("Hm."), textEvent("Well."), refusal("No."), {
      $case: "finished",
      value: { finishReason: "content_filter", usage: sampleUsage },
    });
    expect(events.at(-1)?.type).toBe("response.completed");
    expect(finalOf(events)).toMatchObject({
      incomplete_details: null,
      usage: { total_tokens: 12 },
      output: [
        { type: "reasoning" },
        {
          status: "completed",
          content: [
            { type: "output_text", text: "Well." },
            { type: "refusal", refusal: "No." },
          ],
        },
      ],
    });
  });

  it("have log probabilities with their text", () => {
    const entry = { token: "so", logprob: -0.5, bytes: [115, 111], top_logprobs: [] };
    const events = whole(textEvent("so"), {
      $case: "logprobsJson",
      value: JSON.stringify({ content: [entry], refusal: null }),
    });
    expect(events.find(({ type }) => type === "response.output_text.delta")).toMatchObject({
      delta: "so",
      logprobs: [entry],
    });
    expect(finalOf(events).output).toMatchObject([{ content: [{ logprobs: [entry] }] }]);
  });

  it("report a failure twice: as the error of every other answer, and as a failed response with OpenAI's code", () => {
    const chunks = writer();
    const before = chunks.write([sampleStarted, textEvent("so")].map((event) => ({ event })));
    const failed = eventsIn(
      chunks.failed(new CenoteError("provider_unavailable", "Gone."), "req_fedcba987654321001234567"),
    );
    expect(chunks.isFinished()).toBe(false);
    expect(failed).toMatchObject([
      {
        type: "error",
        code: "provider_unavailable",
        message: "Gone.",
        param: null,
        error: { code: "provider_unavailable", request_id: "req_fedcba987654321001234567" },
      },
      {
        type: "response.failed",
        response: {
          status: "failed",
          error: { code: "server_error", message: "Gone." },
          output: [{ content: [{ text: "so" }] }],
          usage: null,
        },
      },
    ]);
    expect(failed[0]?.sequence_number).toBe(eventsIn(before).length);
  });

  it("are assembled by OpenAI's client to the response they end with, in any order of the parts", async () => {
    const piece = fc.string({ maxLength: 4 });
    const anyEvent = fc.oneof(
      piece.map(textEvent),
      piece.map(reasoning),
      piece.map(refusal),
      fc.constant(signed),
      fc.tuple(fc.nat(2), piece).map(([index, args]) => call(index, args, `call_${index}`, "f")),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(anyEvent, { maxLength: 20, size: "max" }), async (events) => {
        const written = whole(...events);
        const lines = written.map((event) => `${JSON.stringify(event)}\n`).join("");
        const taken = await ResponseStream.fromReadableStream(new Blob([lines]).stream()).finalResponse();
        expect(taken.output).toEqual(
          finalOf(written).output.map((item) =>
            expect.objectContaining({ id: (item as { id: string }).id, type: item.type }),
          ),
        );
        expect(fold(written)).toEqual(finalOf(written).output);
      }),
      { numRuns: 200 },
    );
  });
});

type EventOf<T extends ResponseStreamEvent["type"]> = Extract<ResponseStreamEvent, { readonly type: T }>;

/** The items that the deltas alone make. */
const FOLDS: {
  readonly [T in ResponseStreamEvent["type"]]?: (items: ResponseOutputItem[], event: EventOf<T>) => void;
} = {
  "response.output_item.added": (items, { item, output_index: index }) => {
    expect(index).toBe(items.length);
    items.push(item);
  },
  "response.content_part.added": (items, event) => {
    contentOf(items, event)[event.content_index] = event.part as never;
  },
  "response.output_text.delta": (items, event) => {
    const part = contentOf(items, event)[event.content_index];
    if (part?.type === "output_text") part.text += event.delta;
  },
  "response.refusal.delta": (items, event) => {
    const part = contentOf(items, event)[event.content_index];
    if (part?.type === "refusal") part.refusal += event.delta;
  },
  "response.reasoning_summary_part.added": (items, event) => {
    const item = items[event.output_index];
    if (item?.type === "reasoning") item.summary[event.summary_index] = event.part;
  },
  "response.reasoning_summary_text.delta": (items, event) => {
    const item = items[event.output_index];
    const part = item?.type === "reasoning" ? item.summary[event.summary_index] : undefined;
    if (part !== undefined) part.text += event.delta;
  },
  "response.function_call_arguments.delta": (items, event) => {
    const item = items[event.output_index];
    if (item?.type === "function_call") item.arguments += event.delta;
  },
  "response.output_item.done": (items, { item: done, output_index: index }) => {
    const item = items[index] as { status?: unknown; encrypted_content?: unknown };
    const { status, encrypted_content: sealed } = done as typeof item;
    Object.assign(
      item,
      status === undefined ? {} : { status },
      sealed === undefined ? {} : { encrypted_content: sealed },
    );
    expect(item).toEqual(done);
  },
};

const contentOf = (
  items: readonly ResponseOutputItem[],
  { output_index: index }: { readonly output_index: number },
) => {
  const item = items[index];
  if (item?.type !== "message") throw new Error("a part of what is no message");
  return item.content;
};

const fold = (events: readonly ResponseStreamEvent[]): ResponseOutputItem[] => {
  const items: ResponseOutputItem[] = [];
  for (const event of events) FOLDS[event.type]?.(items, event as never);
  return items;
};

describe("a whole response", () => {
  const responseOf = (answer: Partial<CreateChatCompletionResponse>): Response =>
    JSON.parse(toResponse(REQUEST_ID, body, { ...sampleAnswer, ...answer })) as Response;
  const message = sampleAnswer.message as NonNullable<typeof sampleAnswer.message>;

  it("equals the response at the end of its stream", () => {
    const calls = [{ id: "call_a", name: "one", arguments: "{}" }];
    const plain = responseOf({
      message: {
        ...message,
        content: [{ part: { $case: "text", value: "4" } }],
        reasoning: "Let me see.",
        reasoningDetails: [{ ...detail, text: "Let me see." }],
        toolCalls: calls,
      },
      finishReason: "tool_calls",
    });
    const streamed = finalOf(
      whole(
        reasoning("Let me see."),
        { $case: "reasoningDetail", value: { ...detail, text: "Let me see." } },
        textEvent("4"),
        call(0, "{}", "call_a", "one"),
      ),
    );
    expect(plain).toEqual(streamed);
  });

  it("has the summary of encrypted reasoning, and unsigned reasoning", () => {
    const encrypted = { ...detail, signature: "", encrypted: "xyz" };
    expect(
      responseOf({ message: { ...message, reasoning: "Sum.", reasoningDetails: [encrypted, encrypted] } }).output,
    ).toMatchObject([
      { type: "reasoning", summary: [{ text: "Sum." }] },
      { type: "reasoning", summary: [] },
      { type: "message" },
    ]);
    expect(responseOf({ message: { ...message, reasoning: "Sum." } }).output[0]).toMatchObject({
      type: "reasoning",
      summary: [{ text: "Sum." }],
    });
  });

  it("has a refusal as a part of its message, and no message without content", () => {
    expect(responseOf({ message: { ...message, content: [], refusal: "No." } }).output).toMatchObject([
      { type: "message", content: [{ type: "refusal", refusal: "No." }] },
    ]);
    expect(responseOf({ message: { ...message, content: [] } }).output).toEqual([]);
  });

  it("does not repeat unknown settings", () => {
    const more = { more: "x" };
    const known = {
      tools: [{ type: "function" as const, name: "f" }],
      tool_choice: { type: "function" as const, name: "f" },
      text: { format: { type: "json_schema" as const, name: "n", schema: { type: "object" } } },
    };
    const allowed = { type: "allowed_tools" as const, mode: "auto" as const, tools: known.tools };
    const {
      tools: [tool],
      tool_choice: choice,
      text: { format },
    } = known;
    const request = {
      ...body,
      tools: [{ ...tool, ...more }] as typeof known.tools,
      tool_choice: { ...choice, ...more },
      text: { format: { ...format, ...more }, ...more },
    };
    expect(JSON.parse(toResponse(REQUEST_ID, request, sampleAnswer))).toMatchObject({
      text: known.text,
      tool_choice: choice,
    });
    expect(toResponse(REQUEST_ID, request, sampleAnswer)).not.toContain("more");
    const some = toResponse(
      REQUEST_ID,
      { ...request, tool_choice: { ...allowed, tools: request.tools, ...more } },
      sampleAnswer,
    );
    expect(JSON.parse(some)).toMatchObject({ tool_choice: allowed });
    expect(some).not.toContain("more");
    expect(
      JSON.parse(toResponse(REQUEST_ID, { ...request, text: { format: { type: "text", ...more } } }, sampleAnswer)),
    ).toMatchObject({ text: { format: { type: "text" } } });
  });

  it("throws for an answer without message or usage", () => {
    expect(() => responseOf({ message: undefined })).toThrow("without message or usage");
    expect(() => responseOf({ usage: undefined })).toThrow("without message or usage");
  });
});
