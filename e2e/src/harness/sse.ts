/** One event of a stream. */
export interface SseEvent {
  readonly id: string | undefined;
  readonly name: string | undefined;
  /** `[DONE]`, or JSON. */
  readonly data: string;
}

export interface SseRead {
  readonly events: readonly SseEvent[];
  /** Comment lines. */
  readonly comments: readonly string[];
  /** The body as received. */
  readonly text: string;
}

const isComment = (block: string): boolean => block.startsWith(":");

/** An event as the system writes one: its id, name and data, if any, in a line each. Throws on anything else. */
const readEvent = (block: string): SseEvent => {
  const [, id, name, data] = /^(?:id: (\S+)\n)?(?:event: (\S+)\n)?data: ([^\n]+)$/.exec(block) ?? [];
  if (data === undefined) throw new Error(`not an event: ${JSON.stringify(block)}`);
  return { id, name, data };
};

/** Reads a complete body. Throws on a block that is neither an event nor a comment; each ends with a blank line. */
export const parseSse = (text: string): SseRead => {
  if (!text.endsWith("\n\n"))
    throw new Error(`the stream does not end with a blank line: ${JSON.stringify(text.slice(-80))}`);
  const blocks = text.slice(0, -2).split("\n\n");
  return {
    events: blocks.filter((block) => !isComment(block)).map(readEvent),
    comments: blocks.filter(isComment),
    text,
  };
};

/** Events as they arrive. Ends with the body; throws if the connection breaks. */
export const readEvents = async function* (response: Response): AsyncGenerator<SseEvent> {
  if (response.body === null) throw new Error("there is no body");
  let rest = "";
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const blocks = `${rest}${text}`.split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) if (!isComment(block)) yield readEvent(block);
  }
};

/** The remaining events. */
export const restOf = async (events: AsyncIterable<SseEvent>): Promise<SseEvent[]> => {
  const rest: SseEvent[] = [];
  for await (const event of events) rest.push(event);
  return rest;
};
