import type {
  CallOptions,
  ChatAnswer,
  ChatCall,
  ChatEvent,
  EmbeddingsAnswer,
  EmbeddingsCall,
  ProviderClient,
  Target,
  TimeLimits,
} from "@cenote/providers";
import { ProviderError } from "@cenote/providers";

/**
 * A step of a scripted stream: a read, now or later, a failure, or silence until the call is aborted. A script that ends
 * without a finish reason is cut.
 */
export type Step = readonly ChatEvent[] | Promise<readonly ChatEvent[]> | ProviderError | "hang";

export interface FakeClient extends ProviderClient {
  /** What each upstream model does, call by call; the last one repeats. */
  readonly streams: Record<string, Step[][]>;
  readonly answers: Record<string, (ChatAnswer | ProviderError | "hang")[]>;
  readonly embeddings: Record<string, (EmbeddingsAnswer | ProviderError)[]>;
  readonly calls: { readonly target: Target; readonly call: ChatCall | EmbeddingsCall; readonly limits: TimeLimits }[];
  /** Calls that were aborted or abandoned before their end. */
  aborted: number;
}

const untilAborted = ({ signal }: CallOptions): Promise<never> =>
  new Promise((_resolve, reject) => {
    const fail = () => {
      reject(new ProviderError({ kind: "aborted", message: "aborted" }));
    };
    if (signal.aborted) fail();
    else signal.addEventListener("abort", fail, { once: true });
  });

const isFinish = ({ type }: ChatEvent): boolean => type === "finish";

const take = <T>(script: T[] | undefined, model: string): T => {
  const step = script !== undefined && script.length > 1 ? script.shift() : script?.[0];
  if (step === undefined) throw new Error(`no script for ${model}`);
  return step;
};

export const createFakeClient = (): FakeClient => {
  const client: FakeClient = {
    streams: {},
    answers: {},
    embeddings: {},
    calls: [],
    aborted: 0,
    unsupported: () => [],
    async *streamChat(call, target, options) {
      client.calls.push({ target, call, limits: options.limits });
      let ended = false;
      let finished = false;
      try {
        for (const step of take(client.streams[target.model], target.model)) {
          if (options.signal.aborted || step === "hang") await untilAborted(options);
          else if (step instanceof ProviderError) throw step;
          else {
            const events = await step;
            finished ||= events.some(isFinish);
            yield events;
          }
        }
        if (!finished) throw new ProviderError({ kind: "cut", message: "The provider cut its answer short." });
        ended = true;
      } catch (error) {
        ended = !(error instanceof ProviderError && error.kind === "aborted");
        throw error;
      } finally {
        if (!ended) client.aborted += 1;
      }
    },
    async completeChat(call, target, options) {
      client.calls.push({ target, call, limits: options.limits });
      const step = take(client.answers[target.model], target.model);
      if (step === "hang") {
        await untilAborted(options).catch((error: unknown) => {
          client.aborted += 1;
          throw error;
        });
      }
      if (step instanceof ProviderError) throw step;
      return step as ChatAnswer;
    },
    async embed(call, target, { limits }) {
      client.calls.push({ target, call, limits });
      const step = take(client.embeddings[target.model], target.model);
      if (step instanceof ProviderError) throw step;
      return step;
    },
  };
  return client;
};
