import type { WireLogprob, WireLogprobs } from "./wire-types";

interface Logprob {
  readonly token: string;
  readonly logprob: number;
  /** The token in UTF-8. */
  readonly bytes: readonly number[];
}

const toLogprob = (wire: WireLogprob | null | undefined): Logprob | undefined =>
  typeof wire?.token === "string" && typeof wire.logProbability === "number"
    ? { token: wire.token, logprob: wire.logProbability, bytes: [...Buffer.from(wire.token)] }
    : undefined;

const isKnown = (logprob: Logprob | undefined): logprob is Logprob => logprob !== undefined;

/** Converts to OpenAI's logprobs object. @returns Undefined if it would be empty. */
export const toLogprobs = (wire: WireLogprobs | null | undefined): object | undefined => {
  const content = (wire?.chosenCandidates ?? []).flatMap((chosen, index) => {
    const logprob = toLogprob(chosen);
    if (logprob === undefined) return [];
    return [
      { ...logprob, top_logprobs: (wire?.topCandidates?.[index]?.candidates ?? []).map(toLogprob).filter(isKnown) },
    ];
  });
  return content.length === 0 ? undefined : { content, refusal: null };
};
