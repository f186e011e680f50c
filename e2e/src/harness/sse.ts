/** One `data:` event of a stream, unparsed. */
export interface SseEvent {
  readonly data: string;
}

export interface SseRead {
  readonly events: readonly SseEvent[];
  /** Comment lines. */
  readonly comments: readonly string[];
  /** The body as received. */
  readonly text: string;
}

/**
 * Splits a complete body by the contract's rules: `data: <JSON>` events, each followed by a blank line. Throws on
 * anything else.
 */
export const parseSse = (text: string): SseRead => {
  const events: SseEvent[] = [];
  const comments: string[] = [];
  if (!text.endsWith("\n\n"))
    throw new Error(`the stream does not end with a blank line: ${JSON.stringify(text.slice(-80))}`);
  for (const block of text.slice(0, -2).split("\n\n")) {
    if (block.startsWith(":")) comments.push(block);
    else if (/^data: [^\n]+$/.test(block)) events.push({ data: block.slice("data: ".length) });
    else throw new Error(`not an event: ${JSON.stringify(block)}`);
  }
  return { events, comments, text };
};

/** Events as they arrive. Ends with the body. */
export const readEvents = async function* (response: Response): AsyncGenerator<string> {
  if (response.body === null) throw new Error("there is no body");
  let rest = "";
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const blocks = `${rest}${text}`.split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) if (block.startsWith("data: ")) yield block.slice("data: ".length);
  }
};
