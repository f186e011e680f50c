import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

export const ROOT = join(__dirname, "..", "..", "..");

/** Text of a file of the repository. */
export const textOf = (path: string): string => readFileSync(join(ROOT, path), "utf8");

/** The parsed content of a YAML file of the repository, with merge keys resolved. */
export const yamlOf = (path: string): unknown => parse(textOf(path), { merge: true });
