/** One mistake in a configuration file. It never quotes a value, which may be a key. */
export interface CatalogMistake {
  /** `models[3].price_usd.per_image`; empty for the file as a whole. */
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

/** A configuration that can't be used, with all of its mistakes. */
export class CatalogError extends Error {
  override readonly name = "CatalogError";
  readonly file: string;
  readonly mistakes: readonly CatalogMistake[];

  constructor(file: string, mistakes: readonly CatalogMistake[]) {
    const sorted = [...mistakes].sort((a, b) => a.line - b.line);
    const lines = sorted.map(({ path, line, message }) => `  line ${line}: ${path === "" ? "" : `${path} `}${message}`);
    super([`${file} has ${mistakes.length === 1 ? "a mistake" : `${mistakes.length} mistakes`}:`, ...lines].join("\n"));
    this.file = file;
    this.mistakes = sorted;
  }
}
