import { createManualClock, deferred } from "@cenote/testkit";
import { embedInParts } from "./embed-in-parts";
import { ProviderError } from "../provider-error";
import type { CallOptions, EmbeddingsAnswer, EmbeddingsCall } from "../spec";

const LIMITS = { connectMs: 1, firstContentMs: 2, idleMs: 3, totalMs: 1_000 };
const vector = (text: string | readonly number[] | undefined) => Buffer.from(String(text));
const call = (inputs: number): EmbeddingsCall => ({
  input: Array.from({ length: inputs }, (_, i) => `t${i}`),
  dimensions: 5,
});

interface Request {
  readonly part: EmbeddingsCall;
  readonly options: CallOptions;
  readonly answer: ReturnType<typeof deferred<EmbeddingsAnswer>>;
}

const start = (inputs: number, maxInputs: number) => {
  const requests: Request[] = [];
  const clock = createManualClock();
  const caller = new AbortController();
  const whole = embedInParts(call(inputs), {
    clock,
    maxInputs,
    limits: LIMITS,
    signal: caller.signal,
    embed: (part, options) => {
      const request = { part, options, answer: deferred<EmbeddingsAnswer>() };
      requests.push(request);
      return request.answer.promise;
    },
  });
  whole.catch(() => {});
  const answer = (place: number, promptTokens: number | undefined = 1) => {
    const { part, answer: waiting } = requests[place]!;
    waiting.resolve({ vectors: part.input.map(vector), ...(promptTokens < 0 ? {} : { promptTokens }) });
  };
  return { requests, clock, caller, whole, answer };
};

const settle = () =>
  new Promise<void>((resolve) => {
    setImmediate(resolve);
  });

describe("embeddings of more inputs than one request takes", () => {
  test("are in the order of the input, whichever part is answered first", async () => {
    const { requests, whole, answer } = start(7, 3);
    expect(requests.map(({ part }) => part)).toEqual(
      [["t0", "t1", "t2"], ["t3", "t4", "t5"], ["t6"]].map((input) => ({ input, dimensions: 5 })),
    );
    answer(2);
    answer(0);
    answer(1);
    expect(await whole).toEqual({ vectors: call(7).input.map(vector), promptTokens: 3 });
  });

  test("are one request if they fit", async () => {
    const { requests, whole, answer } = start(3, 3);
    answer(0, 9);
    expect(await whole).toMatchObject({ promptTokens: 9 });
    expect(requests).toHaveLength(1);
    expect(requests[0]?.options.limits).toEqual(LIMITS);
  });

  test("report no tokens if one part reports none", async () => {
    const { whole, answer } = start(2, 1);
    answer(0, 5);
    answer(1, -1);
    expect(await whole).not.toHaveProperty("promptTokens");
  });

  test("are requested a few parts at a time, and share the time of one call", async () => {
    const { requests, clock, answer, whole } = start(6, 1);
    expect(requests).toHaveLength(4);
    await clock.advance(400);
    answer(1);
    await settle();
    expect(requests).toHaveLength(5);
    expect(requests[4]?.options.limits).toEqual({ ...LIMITS, totalMs: 600 });
    await clock.advance(600);
    for (const place of [0, 2, 3, 4]) answer(place);
    await expect(whole).rejects.toMatchObject({ kind: "timeout", phase: "total" });
    expect(requests).toHaveLength(5);
  });

  test("fail with the first part that fails, and end the others at once", async () => {
    const { requests, whole } = start(6, 1);
    requests[2]!.answer.reject(new ProviderError({ kind: "rate_limited", message: "slow" }));
    await settle();
    expect(requests.map(({ options }) => options.signal.aborted)).toEqual([true, true, true, true]);
    for (const { answer } of requests) answer.reject(new ProviderError({ kind: "aborted", message: "gone" }));
    await expect(whole).rejects.toMatchObject({ kind: "rate_limited" });
    expect(requests).toHaveLength(4);
  });

  test("end when the caller leaves", () => {
    const { requests, caller } = start(2, 1);
    caller.abort();
    expect(requests.every(({ options }) => options.signal.aborted)).toBe(true);
  });
});
