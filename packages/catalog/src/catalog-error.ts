/** One mistake in a configuration file. It never quotes a value, which may be a key. */
export interface CatalogMistake {
  /** `models[3].price_usd.per_image`; empty for the file as a whole. */
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

/** `line 3: models[0].id is missing` */
export const formatMistake = ({ path, line, message }: CatalogMistake): string =>
  `line ${line}: ${path === "" ? "" : `${path} `}${message}`;

/** A configuration that can't be used, with all of its mistakes. */
export class CatalogError extends Error {
  override readonly name = "CatalogError";
  readonly mistakes: readonly CatalogMistake[];

  /**
   * @param file The file with the mistakes: the operator's, or the shipped one if a variable that it names has a wrong
   * value.
   */
  constructor(
    readonly file: string,
    mistakes: readonly CatalogMistake[],
  ) {
    const sorted = [...mistakes].sort((a, b) => a.line - b.line);
    const heading = `${file} has ${mistakes.length === 1 ? "a mistake" : `${mistakes.length} mistakes`}:`;
    super([heading, ...sorted.map(formatMistake)].join("\n  "));
    this.mistakes = sorted;
  }
}
