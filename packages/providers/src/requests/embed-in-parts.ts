import type { Clock } from "@cenote/core";
import { ProviderError } from "../provider-error";
import type { CallOptions, EmbeddingsAnswer, EmbeddingsCall } from "../spec";

/** Most concurrent requests of one call. */
const MAX_PARALLEL = 4;

export interface EmbedInPartsOptions extends CallOptions {
  readonly clock: Clock;
  /** Most inputs of one request. */
  readonly maxInputs: number;
  readonly embed: (part: EmbeddingsCall, options: CallOptions) => Promise<EmbeddingsAnswer>;
}

const partsOf = (call: EmbeddingsCall, maxInputs: number): EmbeddingsCall[] =>
  Array.from({ length: Math.ceil(call.input.length / maxInputs) }, (_, part) => ({
    ...call,
    input: call.input.slice(part * maxInputs, (part + 1) * maxInputs),
  }));

/** Joins the answers of all parts. The result has a token count only if every part has one. */
const joined = (answers: readonly EmbeddingsAnswer[]): EmbeddingsAnswer => {
  const tokens = answers.map(({ promptTokens }) => promptTokens);
  const vectors = answers.flatMap((answer) => answer.vectors);
  return tokens.some((count) => count === undefined)
    ? { vectors }
    : { vectors, promptTokens: tokens.reduce<number>((sum, count) => sum + (count ?? 0), 0) };
};

/**
 * Sends an embeddings call with more inputs than a request may have as several requests, some of them in parallel. The
 * vectors keep the order of the inputs. The first failure ends all requests. The total limit covers the whole call.
 */
export const embedInParts = async (call: EmbeddingsCall, options: EmbedInPartsOptions): Promise<EmbeddingsAnswer> => {
  const { clock, limits, maxInputs, embed } = options;
  if (call.input.length <= maxInputs) return embed(call, options);
  const endMs = clock.monotonicMs() + limits.totalMs;
  const parts = partsOf(call, maxInputs);
  const answers: EmbeddingsAnswer[] = [];
  const failed = new AbortController();
  const signal = AbortSignal.any([options.signal, failed.signal]);
  let next = 0;

  const work = async (): Promise<void> => {
    for (let place = next++; place < parts.length && !failed.signal.aborted; place = next++) {
      const totalMs = endMs - clock.monotonicMs();
      if (totalMs <= 0)
        throw new ProviderError({ kind: "timeout", phase: "total", message: "The provider's answers took too long." });
      answers[place] = await embed(parts[place] as EmbeddingsCall, { limits: { ...limits, totalMs }, signal });
    }
  };
  let failure: { readonly error: unknown } | undefined;
  await Promise.all(
    Array.from({ length: Math.min(MAX_PARALLEL, parts.length) }, () =>
      work().catch((error: unknown) => {
        failure ??= { error };
        failed.abort();
      }),
    ),
  );
  if (failure !== undefined) throw failure.error;
  return joined(answers);
};
