import { globSync, readFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import { inRoot } from "./harness/paths";

const MAINS = globSync("apps/{billing,cli,gateway,inference,media,standalone}/dist/main.js", { cwd: inRoot() });

/** Rolldown writes a file's path above the code it takes from that file. */
const LIBRARY_FILE = /^\/\/ \S+\/node_modules\/\S+$/;

test.each(MAINS)("a stack names our sources where our code runs, and nowhere else: %s", (main) => {
  const map = new SourceMap(JSON.parse(readFileSync(inRoot(`${main}.map`), "utf8")) as SourceMapPayload);
  const lines = readFileSync(inRoot(main), "utf8").split("\n");
  const sources = lines.map(
    (_, line) => (map.findEntry(line, 0) as { readonly originalSource?: string }).originalSource,
  );
  expect(sources).toContain("../src/main.ts");
  const ofLibraries = sources.filter((_, line) => LIBRARY_FILE.test(lines[line - 1] ?? ""));
  expect(ofLibraries.length).toBeGreaterThan(10);
  expect(ofLibraries.filter((source) => source !== undefined)).toEqual([]);
});

test.each(MAINS)("no module of ours is wrapped to be evaluated later, which would cost its every use: %s", (main) => {
  const files = readFileSync(inRoot(main), "utf8").split(/^(?=\/\/ \S+\/\S+$)/m);
  const ours = files.filter(
    (file) => /^\/\/ (?:\S+\/)?src\/\S+\n/.test(file) && !LIBRARY_FILE.test(file.split("\n", 1)[0] ?? ""),
  );
  expect(ours.length).toBeGreaterThan(10);
  expect(ours.filter((file) => file.includes("__esmMin("))).toEqual([]);
});

test.each(MAINS)("beside a program are the licenses of the libraries in it: %s", (main) => {
  const bundle = readFileSync(inRoot(main), "utf8");
  const libraries = new Set(
    [...bundle.matchAll(/^\/\/ \S+\/node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\/\S+$/gm)].map(([, name = ""]) => name),
  );
  const licenses = readFileSync(inRoot(main.replace(/\.js$/, ".licenses.txt")), "utf8").split("\n");
  expect(libraries.size).toBeGreaterThan(5);
  expect([...libraries].filter((name) => !licenses.some((line) => line.startsWith(`${name} `)))).toEqual([]);
});
