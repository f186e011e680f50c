import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";

export const ROOT = join(__dirname, "..", "..", "..", "..");

/** Folders that git ignores, and git's own. */
const NOT_OURS = new Set([".git", "node_modules", "dist", ".turbo", ".cenote", "coverage", ".env"]);
const PICTURE = /\.(png|ico|jpe?g|webp|woff2?)$/;

export interface TextFile {
  /** Relative to the root, with slashes. */
  readonly path: string;
  readonly text: string;
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (NOT_OURS.has(entry.name) || entry.name.endsWith(".log")) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : entry.isFile() ? [path] : [];
  });

/** Every text file of the repository. */
export const readTree = (): readonly TextFile[] =>
  filesBelow(ROOT)
    .filter((path) => !PICTURE.test(path))
    .map((path) => ({ path: relative(ROOT, path).split(sep).join("/"), text: readFileSync(path, "utf8") }));

const foldersAbove = (path: string): string[] =>
  dirname(path) === "." ? [] : [dirname(path), ...foldersAbove(dirname(path))];

/** Paths of the files and of their folders. */
export const pathsOf = (files: readonly TextFile[]): ReadonlySet<string> =>
  new Set(files.flatMap(({ path }) => [path, ...foldersAbove(path)]));
