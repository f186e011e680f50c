import { lettersOf } from "../pseudo-model/letters";

/** Writes the events of one stream, numbered. */
export interface EventWriter {
  readonly write: (type: string, fields: object) => string;
  /** The beginning of an event, up to its response; the response and the last brace follow. */
  readonly writeUpToResponse: (type: string) => string;
  /** A delta, padded if requested, so that its length reveals nothing. */
  readonly writeDelta: (type: string, fields: { readonly delta: string; readonly [field: string]: unknown }) => string;
}

const OBFUSCATED_CHARACTERS = 16;

export const createEventWriter = ({
  obfuscates,
  first = 0,
}: {
  readonly obfuscates: boolean;
  readonly first?: number;
}): EventWriter => {
  let next = first;
  const write = (type: string, fields: object): string =>
    `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: next++, ...fields })}\n\n`;
  return {
    write,
    writeUpToResponse: (type) => `event: ${type}\ndata: {"type":"${type}","sequence_number":${next++},"response":`,
    writeDelta(type, fields) {
      const padding = OBFUSCATED_CHARACTERS - (fields.delta.length % OBFUSCATED_CHARACTERS);
      return write(type, obfuscates ? { ...fields, obfuscation: lettersOf(`${next}`, padding) } : fields);
    },
  };
};

export const countEvents = (text: string): number => text.match(/^event: /gm)?.length ?? 0;
