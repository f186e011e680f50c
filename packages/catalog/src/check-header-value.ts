import type { Source } from "./part";
import type { Path } from "./read-yaml";

/** Characters that HTTP allows in a header, and so in a key, which is sent in a header. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * Reports a text that can't be sent in a header, such as a key copied with a typographic dash. The text is not quoted,
 * because it may be a secret. Otherwise each call would fail as if the provider could not be reached.
 */
export const checkHeaderValue = (source: Source, path: Path, text: string): void => {
  if (HEADER_VALUE.test(text)) return;
  const variables = source.reading.variablesAt(path);
  const origin = variables.length === 0 ? "" : ` (from ${variables.join(", ")} in the environment)`;
  source.report(path, `has a character that no header can carry: a line end, or one outside of Latin-1${origin}`);
};
