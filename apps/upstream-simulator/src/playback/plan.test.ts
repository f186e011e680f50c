import { toBehaviour, type Settings } from "../behaviour/behaviour";
import { openaiFormat } from "../openai/format";
import { errorPart, plainAnswer, type Answer, type AnswerPart, type ErrorFacts } from "../wire-format";
import { planAnswer } from "./plan";

const part = (role: AnswerPart["role"], text: string): AnswerPart => ({ role, text, stamped: false });
const stream: Answer = {
  status: 200,
  contentType: "text/event-stream",
  stream: true,
  stamp: () => "",
  parts: [
    part("opening", "open|"),
    part("content", "one|"),
    part("content", "two|"),
    part("content", "three|"),
    part("closing", "finish|"),
    part("closing", "usage|"),
    part("done", "done|"),
  ],
  errorParts: ({ message }) => [errorPart(`error: ${message}|`)],
};
const plain = plainAnswer(200, '{"a":"bcdef"}');

const errorBody = (facts: ErrorFacts) => openaiFormat.errorBody("openai", facts);
const plan = (answer: Answer, settings: Settings) => planAnswer(answer, toBehaviour(settings), errorBody);
const text = (answer: Answer, settings: Settings) =>
  plan(answer, settings)
    .steps.map((step) => step.text)
    .join("");

describe("a planned stream", () => {
  it("without a fault is complete and ends", () => {
    expect(text(stream, {})).toBe("open|one|two|three|finish|usage|done|");
    expect(plan(stream, {})).toMatchObject({ ending: "end", head: { status: 200, bodyBytes: undefined } });
  });

  it("waits before the first content and between pieces only", () => {
    expect(plan(stream, { firstMs: 200, chunkMs: 10, headersMs: 5 }).steps.map((step) => step.waitMs)).toEqual([
      0, 200, 10, 10, 0, 0, 0,
    ]);
    expect(plan(stream, { firstMs: 200, headersMs: 5 }).headWaitMs).toBe(5);
  });

  it("cut, stalled or reset contains what came before, but no finish", () => {
    for (const [fault, ending] of [
      ["cut", "end"],
      ["stall", "open"],
      ["reset", "reset"],
    ] as const) {
      expect(text(stream, { fault, after: 2 })).toBe("open|one|two|");
      expect(plan(stream, { fault, after: 2 }).ending).toBe(ending);
      expect(text(stream, { fault, after: 99 })).toBe("open|one|two|three|");
      expect(text(stream, { fault, after: 0 })).toBe("open|");
    }
  });

  it("with a malformed event in the middle continues after it", () => {
    expect(text(stream, { fault: "malformed", after: 1 })).toMatch(
      /^open\|one\|data: \{.*"bro\n\ntwo\|three\|finish\|usage\|done\|$/,
    );
  });

  it("that ends with an error event has no finish and no end mark", () => {
    expect(text(stream, { fault: "error_event", after: 1, message: "out of memory" })).toBe(
      "open|one|error: out of memory|",
    );
  });

  it("without its end mark has everything else", () => {
    expect(text(stream, { noDone: true })).toBe("open|one|two|three|finish|usage|");
  });

  it("that hangs sends nothing, or only its headers", () => {
    expect(plan(stream, { fault: "hang" })).toMatchObject({ head: undefined, steps: [], ending: "open" });
    expect(plan(stream, { fault: "hang_headers" })).toMatchObject({ head: { status: 200 }, steps: [], ending: "open" });
    expect(plan(stream, { fault: "reset" })).toMatchObject({ head: undefined, steps: [], ending: "reset" });
  });
});

describe("a planned plain answer", () => {
  it("declares its length and waits before its status line", () => {
    expect(plan(plain, { firstMs: 30, headersMs: 5 })).toMatchObject({
      headWaitMs: 35,
      head: { bodyBytes: 13 },
      steps: [{ waitMs: 0 }],
    });
  });

  it("cut in the middle looks complete, since no length is declared", () => {
    expect(text(plain, { fault: "cut" })).toBe('{"a":"');
    expect(plan(plain, { fault: "cut" })).toMatchObject({ ending: "end", head: { bodyBytes: undefined } });
  });

  it("stalled or reset stops halfway", () => {
    expect(plan(plain, { fault: "stall" })).toMatchObject({ ending: "open", head: { bodyBytes: undefined } });
    expect(plan(plain, { fault: "reset", after: 1 })).toMatchObject({
      ending: "reset",
      head: { bodyBytes: undefined },
    });
  });

  it("with keep-alives begins before it waits", () => {
    expect(plan(plain, { firstMs: 30, keepAliveMs: 10 })).toMatchObject({
      headWaitMs: 0,
      steps: [{ waitMs: 30 }],
      keepAlive: { text: "\n", everyMs: 10 },
    });
  });
});

describe("a requested error", () => {
  it.each([
    ["json", "application/json", /"code":"rate_limit_exceeded"/],
    ["html", "text/html", /<h1>429 Error/],
    ["empty", "text/plain", /^$/],
  ] as const)("is sent as %s", (body, contentType, content) => {
    const planned = plan(stream, { fault: "status", status: 429, body, retryAfter: "7" });
    expect(planned.head).toMatchObject({ status: 429, contentType, retryAfter: "7" });
    expect(planned.steps[0]?.text).toMatch(content);
  });

  it("can come with status 200", () => {
    expect(plan(stream, { fault: "error_200", status: 500 }).head).toMatchObject({
      status: 200,
      contentType: "application/json",
    });
    expect(text(stream, { fault: "error_200", status: 500 })).toContain('"type":"server_error"');
  });

  it("has the usual message for its code", () => {
    expect(text(plain, { fault: "status", status: 429, code: "insufficient_quota" })).toContain(
      "exceeded your current quota",
    );
    expect(text(plain, { fault: "status", status: 400, code: "context_length_exceeded" })).toContain(
      "maximum context length",
    );
  });
});
