import { ChatRequest, type ClientToken, type StreamChatCompletionRequest } from "@cenote/contracts";
import { CenoteError, type Log, silentLog } from "@cenote/core";
import { createManualClock } from "@cenote/testkit";
import type { Caller } from "../server/call";
import { createCallGate } from "../server/call-gate";
import { createEventFeed, type EventFeed } from "../testing/event-feed";
import { SAMPLE_ORGANIZATION_ID, sampleFinished, sampleStarted, textEvent } from "../testing/samples";
import { createGenerations } from "./generations";

const never = new AbortController().signal;
const requestIdOf = (number: number): string => `req_${String(number).padStart(24, "0")}`;
const caller: Caller = { organizationId: SAMPLE_ORGANIZATION_ID, keyId: "key_1", keyDigest: Buffer.alloc(32), zdr: false };
const withToken = (id: string): Caller => ({ ...caller, clientToken: { id } as ClientToken });
const chat = ChatRequest.decode(new Uint8Array());
const callOf = (requestId: string, zdr = false): StreamChatCompletionRequest =>
  ({ context: { requestId, organizationId: caller.organizationId, keyId: caller.keyId, zdr, idempotencyKey: "" }, chat });

const createWorld = ({ log = silentLog, resumableAnswers = 2, resumableAnswersPerOrganization = resumableAnswers }: { readonly log?: Log; readonly resumableAnswers?: number; readonly resumableAnswersPerOrganization?: number } = {}) => {
  const feeds: EventFeed[] = [];
  const gate = createCallGate({ maxOpenCalls: 100, maxOpenCallsPerOrganization: 100, retryAfterMs: 1 });
  const clock = createManualClock();
  const generations = createGenerations({
    clock, gate, log, limits: { resumableAnswers, resumableAnswersPerOrganization, resumeMs: 60_000, resumableCharacters: 10_000 },
    inference: {
      streamChatCompletion: (_call, signal) => {
        const feed = createEventFeed(signal);
        feeds.push(feed);
        return feed;
      },
    },
  });
  const open = (number: number, by = caller) => {
    const generation = generations.open(callOf(requestIdOf(number)), by);
    generation.enter();
    return { generation, feed: feeds.at(-1) as EventFeed };
  };
  return { generations, gate, clock, open };
};

const codeOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    return (error as CenoteError).code;
  }
  return "none";
};

describe("resumable answers", () => {
  it("are calls until they end, whoever reads them", async () => {
    const { gate, open } = createWorld();
    const { generation, feed } = open(1);
    feed.push(sampleStarted);
    await generation.read(0, never);
    generation.leave(true);
    expect(gate.openCalls).toBe(1);
    feed.push(sampleFinished);
    await generation.read(1, never);
    expect(await generation.read(2, never)).toBeUndefined();
    expect(gate.openCalls).toBe(0);
  });

  it("are bounded in number, and make room a minute after their end", async () => {
    const { clock, open } = createWorld();
    open(1);
    const { generation, feed } = open(2);
    expect(codeOf(() => open(3))).toBe("overloaded");
    feed.push(sampleStarted, sampleFinished);
    await generation.read(0, never);
    await generation.read(2, never);
    generation.leave(false);
    await clock.advance(60_000);
    expect(codeOf(() => open(3))).toBe("none");
  });

  it("of one organization leave room for others", () => {
    const { open } = createWorld({ resumableAnswers: 3, resumableAnswersPerOrganization: 1 });
    open(1);
    expect(codeOf(() => open(2))).toBe("overloaded");
    expect(codeOf(() => open(3, { ...caller, organizationId: "other" }))).toBe("none");
  });

  it("that failed before they began take no room: nobody knows an id of theirs", async () => {
    const { generations, open } = createWorld({ resumableAnswers: 1 });
    const { generation, feed } = open(1);
    feed.fail(new CenoteError("insufficient_balance"));
    expect(await generation.read(0, never)).toMatchObject([{ event: { $case: "failed", value: { code: "insufficient_balance" } } }]);
    expect(await generation.read(1, never)).toBeUndefined();
    expect(codeOf(() => generations.find(requestIdOf(1), caller))).toBe("not_found");
    expect(codeOf(() => open(2))).toBe("none");
  });

  it("are found by their organization's keys, and by no client token but the one they were asked for with", () => {
    const { generations, open } = createWorld();
    open(1, withToken("one"));
    open(2);
    const find = (number: number, by: Caller) => codeOf(() => generations.find(requestIdOf(number), by));
    expect([find(1, withToken("one")), find(1, caller), find(2, caller)]).toEqual(["none", "none", "none"]);
    expect([find(1, withToken("two")), find(2, withToken("one")), find(1, { ...caller, organizationId: "other" })]).toEqual(["not_found", "not_found", "not_found"]);
  });

  it("know their own chat from another", () => {
    const { generations, open } = createWorld();
    open(1);
    const { answers } = generations.find(requestIdOf(1), caller);
    expect([answers({ ...chat }), answers({ ...chat, temperature: 1 })]).toEqual([true, false]);
  });

  it("are refused for calls with zero data retention", () => {
    const { generations } = createWorld();
    expect(() => generations.open(callOf(requestIdOf(1), true), caller)).toThrow("zero data retention");
  });

  it("log a fault that no reader was there to be told of", async () => {
    const logged: unknown[] = [];
    const { generations, open } = createWorld({ log: { ...silentLog, error: (fields) => { logged.push(fields); } } });
    const { generation, feed } = open(1);
    feed.push(sampleStarted, textEvent("a"));
    await generation.read(0, never);
    generation.leave(true);
    const fault = new Error("broken");
    feed.fail(fault);
    const again = generations.find(requestIdOf(1), caller).generation;
    await again.read(2, never);
    expect(logged).toEqual([{ requestId: requestIdOf(1), error: fault }]);
    expect(again.failure()?.code).toBe("internal_error");
  });

  it("wait for nobody whose signal has fired", async () => {
    const { open } = createWorld();
    const { generation } = open(1);
    const leaving = new AbortController();
    const read = generation.read(0, leaving.signal);
    leaving.abort();
    expect(await read).toBeUndefined();
  });
});
