import { ChatRequest, type ClientToken, type StreamChatCompletionRequest } from "@cenote/contracts";
import { CenoteError, type Log, silentLog } from "@cenote/core";
import { createManualClock } from "@cenote/testkit";
import type { Caller } from "../server/calls/caller";
import { createCallGate } from "../server/calls/call-gate";
import { createEventFeed, type EventFeed } from "../testing/event-feed";
import { SAMPLE_ORGANIZATION_ID, sampleFinished, sampleStarted, textEvent } from "../testing/samples";
import type { ResumableAnswerReader } from "./resumable-answer";
import { createResumableAnswers } from "./resumable-answers";

const never = new AbortController().signal;
const requestIdOf = (number: number): string => `req_${String(number).padStart(24, "0")}`;
const caller: Caller = {
  organizationId: SAMPLE_ORGANIZATION_ID,
  keyId: "key_1",
  keyDigest: Buffer.alloc(32),
  zdr: false,
};
const withToken = (id: string): Caller => ({ ...caller, clientToken: { id } as ClientToken });
const chat = ChatRequest.decode(new Uint8Array());
const callOf = (requestId: string, zdr = false): StreamChatCompletionRequest => ({
  context: { requestId, organizationId: caller.organizationId, keyId: caller.keyId, zdr, idempotencyKey: "" },
  chat,
});

const turns = async (count = 50) => {
  for (let turn = 0; turn < count; turn++)
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
};

const createWorld = ({
  log = silentLog,
  resumableAnswers = 2,
  resumableAnswersPerOrganization = resumableAnswers,
}: {
  readonly log?: Log;
  readonly resumableAnswers?: number;
  readonly resumableAnswersPerOrganization?: number;
} = {}) => {
  const feeds: EventFeed[] = [];
  const gate = createCallGate({
    openCalls: 200,
    openCallsPerClientToken: 100,
    openWatches: 1,
    openWatchesPerClientToken: 1,
    retryAfterMs: 1,
  });
  const clock = createManualClock();
  const answers = createResumableAnswers({
    clock,
    gate,
    log,
    limits: { resumableAnswers, resumableAnswersPerOrganization, resumeMs: 60_000, resumableCharacters: 10_000 },
    inference: {
      streamChatCompletion: (_call, signal) => {
        const feed = createEventFeed(signal);
        feeds.push(feed);
        return feed;
      },
    },
  });
  const open = (number: number, by = caller) => {
    const answer = answers.open(callOf(requestIdOf(number)), by);
    const losing = new AbortController();
    return {
      answer,
      reader: answer.openReader(0, losing.signal),
      feed: feeds.at(-1) as EventFeed,
      lose: () => {
        losing.abort(new CenoteError("cancelled"));
      },
    };
  };
  return { answers, gate, clock, open };
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
  it("count as open calls until they end, whether or not anybody reads them", async () => {
    const { gate, open } = createWorld();
    const { answer, reader, feed, lose } = open(1);
    feed.push(sampleStarted);
    await reader.read();
    lose();
    reader.close();
    expect(gate.openCalls).toBe(1);
    feed.push(sampleFinished);
    const again = answer.openReader(1, never);
    await again.read();
    expect(await again.read()).toBeUndefined();
    expect(gate.openCalls).toBe(0);
  });

  it("are limited in number, and free their place a minute after they end", async () => {
    const { clock, open } = createWorld();
    open(1);
    const { reader, feed } = open(2);
    expect(codeOf(() => open(3))).toBe("overloaded");
    feed.push(sampleStarted, sampleFinished);
    await reader.read();
    await reader.read();
    reader.close();
    await clock.advance(60_000);
    expect(codeOf(() => open(3))).toBe("none");
  });

  it("of one organization leave room for others", () => {
    const { open } = createWorld({ resumableAnswers: 3, resumableAnswersPerOrganization: 1 });
    open(1);
    expect(codeOf(() => open(2))).toBe("overloaded");
    expect(codeOf(() => open(3, { ...caller, organizationId: "other" }))).toBe("none");
  });

  it("that fail before they begin take up no room: nobody knows their id", async () => {
    const { answers, open } = createWorld({ resumableAnswers: 1 });
    const { reader, feed } = open(1);
    feed.fail(new CenoteError("insufficient_balance"));
    expect(await reader.read()).toMatchObject([
      { event: { $case: "failed", value: { code: "insufficient_balance" } } },
    ]);
    expect(await reader.read()).toBeUndefined();
    expect(codeOf(() => answers.find(requestIdOf(1), caller))).toBe("not_found");
    expect(codeOf(() => open(2))).toBe("none");
  });

  it("can be found with their organization's keys, but only by the client token that started them", () => {
    const { answers, open } = createWorld();
    open(1, withToken("one"));
    open(2);
    const find = (number: number, by: Caller) => codeOf(() => answers.find(requestIdOf(number), by));
    expect([find(1, withToken("one")), find(1, caller), find(2, caller)]).toEqual(["none", "none", "none"]);
    expect([
      find(1, withToken("two")),
      find(2, withToken("one")),
      find(1, { ...caller, organizationId: "other" }),
    ]).toEqual(["not_found", "not_found", "not_found"]);
  });

  it("can be found with a restricted key only if it, or one of its client tokens, started them", () => {
    const { answers, open } = createWorld();
    const restricted: Caller = { ...caller, keyId: "key_2", keyScope: { models: [], budgeted: true, networks: [] } };
    open(1);
    open(2, { ...restricted, clientToken: { id: "one" } as ClientToken });
    const find = (number: number, by: Caller) => codeOf(() => answers.find(requestIdOf(number), by));
    expect([find(1, restricted), find(2, restricted), find(2, caller)]).toEqual(["not_found", "none", "none"]);
  });

  it("recognize their own request body", () => {
    const { answers, open } = createWorld();
    open(1);
    const { matches } = answers.find(requestIdOf(1), caller);
    expect([matches({ ...chat }), matches({ ...chat, temperature: 1 })]).toEqual([true, false]);
  });

  it("are rejected for calls with zero data retention", () => {
    const { answers } = createWorld();
    expect(() => answers.open(callOf(requestIdOf(1), true), caller)).toThrow("zero data retention");
  });

  it("log a fault that occurred while nobody was reading", async () => {
    const logged: unknown[] = [];
    const { answers, open } = createWorld({
      log: {
        ...silentLog,
        error: (fields) => {
          logged.push(fields);
        },
      },
    });
    const { reader, feed, lose } = open(1);
    feed.push(sampleStarted, textEvent("a"));
    await reader.read();
    lose();
    reader.close();
    const fault = new Error("broken");
    feed.fail(fault);
    await turns();
    const again = answers.find(requestIdOf(1), caller).answer;
    await again.openReader(2, never).read();
    expect(logged).toEqual([{ requestId: requestIdOf(1), error: fault }]);
    expect(again.failure()?.code).toBe("internal_error");
  });

  it("stop waiting when the reader's signal fires or the reader leaves", async () => {
    const { open } = createWorld();
    const [first, second] = [open(1), open(2)];
    const reads = [first.reader.read(), second.reader.read()];
    first.lose();
    second.reader.close();
    expect(await Promise.all(reads)).toEqual([undefined, undefined]);
  });
});

/** Ten times what is kept, in total. */
const MANY = 900;

const playLong = () => {
  const world = createWorld();
  const { feed, ...rest } = world.open(1);
  feed.push(sampleStarted);
  for (let number = 0; number < MANY; number++) feed.push(textEvent(String(number).padEnd(100)));
  feed.push(sampleFinished);
  return { ...world, ...rest, feed };
};
const readAll = async (reader: ResumableAnswerReader): Promise<number[]> => {
  const indexes: number[] = [];
  for (let events = await reader.read(); events !== undefined; events = await reader.read())
    indexes.push(...events.map(({ index }) => index));
  return indexes;
};
const indexesFrom = (first: number): number[] =>
  Array.from({ length: MANY + 2 - first }, (_unused, place) => first + place);

describe("a resumable answer that is produced faster than it is read", () => {
  it("waits for its reader, who misses nothing", async () => {
    const { reader, feed } = playLong();
    await turns();
    expect(feed.pulls).toBeLessThan(MANY / 5);
    expect(await readAll(reader)).toEqual(indexesFrom(0));
  });

  it("waits for the slowest of its readers, until that one leaves", async () => {
    const { answer, reader, feed } = playLong();
    const fast = answer.openReader(0, never);
    const all = readAll(fast);
    await turns();
    expect(feed.pulls).toBeLessThan(MANY / 5);
    reader.close();
    expect(await all).toEqual(indexesFrom(0));
  });

  it("does not wait while it has no reader: the oldest events are dropped, and asking for them fails", async () => {
    const { answer, reader, feed, lose } = playLong();
    const seen = (await reader.read())?.length ?? 0;
    lose();
    reader.close();
    await turns(2000);
    expect(feed.pulls).toBe(MANY + 2);
    expect(codeOf(() => answer.openReader(seen, never))).toBe("not_found");
    expect(await readAll(answer.openReader(MANY, never))).toEqual(indexesFrom(MANY));
  });

  it("keeps the latest events for a reader that comes back, and continues", async () => {
    const { answer, reader, lose } = playLong();
    const seen = (await reader.read())?.at(-1)?.index ?? 0;
    const slow = answer.openReader(seen + 1, never);
    lose();
    reader.close();
    await turns();
    expect(await readAll(slow)).toEqual(indexesFrom(seen + 1));
  });

  it("is cut while it waits, like any other", async () => {
    const { gate, reader, feed } = playLong();
    await turns();
    gate.abortAll();
    await feed.abandoned;
    await readAll(reader);
    expect(gate.openCalls).toBe(0);
  });
});
