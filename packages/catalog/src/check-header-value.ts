import type { Source } from "./part";
import type { Path } from "./read-yaml";

/** What HTTP allows in a header, and so in a key, which is sent in one. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * Reports a text that can't be sent in a header, without the text: it may be a secret, such as one that was copied with
 * a typographic dash. Each call would otherwise fail as if the provider could not be reached.
 */
export const checkHeaderValue = (source: Source, path: Path, text: string): void => {
  if (HEADER_VALUE.test(text)) return;
  const variables = source.reading.variablesAt(path);
  const origin = variables.length === 0 ? "" : ` (from ${variables.join(", ")} in the environment)`;
  source.report(path, `has a character that no header can carry: a line end, or one outside of Latin-1${origin}`);
};
