import type { ChatChunk, ErrorBody } from "./client";

/** An event of a resumable stream. */
export interface NamedEvent {
  readonly id: string | undefined;
  /** `[DONE]`, or JSON. */
  readonly data: string;
}

/** The events of a stream as they arrive, with their ids. Ends with the body; throws if the connection breaks. */
export const readNamedEvents = async function* (response: Response): AsyncGenerator<NamedEvent> {
  if (response.body === null) throw new Error("there is no body");
  let rest = "";
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const blocks = `${rest}${text}`.split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const [, id, data] = /^(?:id: (\S+)\n)?data: ([^\n]+)$/.exec(block) ?? [];
      if (data !== undefined) yield { id, data };
      else if (!block.startsWith(":")) throw new Error(`not an event: ${JSON.stringify(block)}`);
    }
  }
};

/** The remaining events. */
export const restOf = async (events: AsyncIterable<NamedEvent>): Promise<NamedEvent[]> => {
  const rest: NamedEvent[] = [];
  for await (const event of events) rest.push(event);
  return rest;
};

/** The JSON of the events, without [DONE]. */
export const chunksOf = (events: readonly NamedEvent[]): (ChatChunk & Partial<ErrorBody>)[] =>
  events.filter(({ data }) => data !== "[DONE]").map(({ data }) => JSON.parse(data) as ChatChunk & Partial<ErrorBody>);

export const wordsOf = (events: readonly NamedEvent[]): string =>
  chunksOf(events)
    .map(({ choices }) => (choices?.[0]?.delta.content as string | undefined) ?? "")
    .join("");
