/** Reads the blocks of an event stream one by one, as they arrive. */
export interface EventReader {
  /** The next block without its blank line; undefined at the end. Rejects if the connection breaks. */
  next(): Promise<string | undefined>;
  /** All remaining blocks. */
  rest(): Promise<string[]>;
  /** Disconnects before the end. */
  leave(): Promise<void>;
}

const BLANK_LINE = "\n\n";

export const createEventReader = (response: Response): EventReader => {
  if (response.body === null) throw new Error("an answer without a body");
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";

  const next = async (): Promise<string | undefined> => {
    for (;;) {
      const end = text.indexOf(BLANK_LINE);
      if (end !== -1) {
        const block = text.slice(0, end);
        text = text.slice(end + BLANK_LINE.length);
        return block;
      }
      const { done, value } = await reader.read();
      if (done) {
        if (text !== "") throw new Error(`the stream ended inside a block: ${text}`);
        return undefined;
      }
      text += value;
    }
  };
  return {
    next,
    async rest() {
      const blocks: string[] = [];
      for (let block = await next(); block !== undefined; block = await next()) blocks.push(block);
      return blocks;
    },
    leave: () => reader.cancel(),
  };
};

export interface Chunk {
  readonly id: string;
  readonly choices: readonly { readonly delta: object; readonly finish_reason: string | null }[];
  readonly usage?: object | null;
  readonly error?: object;
}

/** The JSON of a `data:` block. */
export const chunkOf = (block: string | undefined): Chunk => JSON.parse((block ?? "").replace(/^data: /, "")) as Chunk;
