import { createManualClock } from "@cenote/testkit";
import { type Log, silentLog } from "@cenote/core";
import { createProviderClient } from "../client";
import { openAiCompatible } from "../openai-compatible/adapter";
import type { ProviderError } from "../provider-error";
import type { ChatCall, ChatEvent, TimeLimits } from "../spec";
import type { Target } from "../target";
import { createHttp } from "../wire/create-http";
import { type Upstream, type UpstreamConnection, createUpstream } from "./upstream";

export const CALL: ChatCall = { messages: [{ role: "user", content: "Hi" }] };
export const KEY = "sk-proj-Zq83hTn0Vb5KxW2mLr7YcDf4";
export const LIMITS: TimeLimits = { connectMs: 5_000, firstContentMs: 60_000, idleMs: 30_000, totalMs: 600_000 };

interface SetUpOptions {
  readonly log?: Log;
  readonly limits?: Partial<TimeLimits>;
}

/** Clients of providers that a test file controls, closed after each test. Call it at the top of the file. */
export const clientHarness = () => {
  const http = createHttp();
  const open: Upstream[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((upstream) => upstream.close()));
  });
  afterAll(() => http.close());

  /** A client of a provider that answers each request with `answer`. */
  const setUp = async (answer: (connection: UpstreamConnection) => void, options: SetUpOptions = {}) => {
    const upstream = await createUpstream(answer);
    open.push(upstream);
    const clock = createManualClock();
    const client = createProviderClient(openAiCompatible, { http, clock, log: options.log ?? silentLog });
    const target: Target = { provider: "p", baseUrl: `${upstream.origin}/v1`, apiKey: KEY, model: "m" };
    const caller = new AbortController();
    const callOptions = { limits: { ...LIMITS, ...options.limits }, signal: caller.signal };
    const stream = () => client.streamChat(CALL, target, callOptions)[Symbol.asyncIterator]();
    return {
      upstream,
      clock,
      client,
      target,
      caller,
      callOptions,
      stream,
      complete: () => client.completeChat(CALL, target, callOptions),
    };
  };
  return { http, open, setUp };
};

export const answerWith =
  (...writes: readonly string[]) =>
  ({ socket }: UpstreamConnection): void => {
    socket.write(writes.join(""));
  };

interface Outcome {
  readonly events: ChatEvent[];
  readonly error: ProviderError | undefined;
}

export const readAll = async (stream: AsyncIterator<readonly ChatEvent[]>): Promise<Outcome> => {
  const events: ChatEvent[] = [];
  try {
    for (let next = await stream.next(); next.done !== true; next = await stream.next()) events.push(...next.value);
    return { events, error: undefined };
  } catch (error) {
    return { events, error: error as ProviderError };
  }
};

/** A connection can be reused from the next turn of the event loop on. */
export const nextTurn = () =>
  new Promise<void>((resolve) => {
    setImmediate(resolve);
  });

export const failureOf = async (answer: Promise<unknown>): Promise<ProviderError> => {
  try {
    await answer;
  } catch (error) {
    return error as ProviderError;
  }
  throw new Error("it did not fail");
};
