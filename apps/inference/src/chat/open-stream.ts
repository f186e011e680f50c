import type { ChatCall, ChatEvent, ProviderClient } from "@cenote/providers";
import { ProviderError } from "@cenote/providers";
import type { Candidate } from "../routing/candidates";

/** A provider's stream that has brought its first content. */
export interface OpenStream {
  /** Everything read until then. */
  readonly first: readonly ChatEvent[];
  readonly rest: AsyncIterator<readonly ChatEvent[]>;
}

/** A finish is content too: an empty answer is an answer. */
const isContent = (event: ChatEvent): boolean => event.type !== "usage" && event.type !== "logprobs";

/** Opens a stream and waits for its first content, so that a failure before it can still go to another route. */
export const openStream = async (
  client: ProviderClient, call: ChatCall, candidate: Candidate, signal: AbortSignal,
): Promise<OpenStream> => {
  const rest = client.streamChat(call, candidate.target, { limits: candidate.limits, signal })[Symbol.asyncIterator]();
  const first: ChatEvent[] = [];
  for (;;) {
    const next = await rest.next();
    if (next.done === true) throw new ProviderError({ kind: "cut", message: "The provider ended its answer before it began." });
    first.push(...next.value);
    if (next.value.some(isContent)) return { first, rest };
  }
};
