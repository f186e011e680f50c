import type { ChatChunk, ErrorBody } from "./client";
import type { SseEvent } from "./sse";

/** A chunk of a streamed chat, or the error that ends it. */
export type ChunkOrError = ChatChunk & Partial<ErrorBody>;

/** The JSON of the events, without [DONE]. */
export const chunksOf = (events: readonly SseEvent[]): ChunkOrError[] =>
  events.filter(({ data }) => data !== "[DONE]").map(({ data }) => JSON.parse(data) as ChunkOrError);

export const textOf = (chunks: readonly Partial<ChatChunk>[]): string =>
  chunks.map(({ choices }) => (choices?.[0]?.delta["content"] as string | undefined) ?? "").join("");
