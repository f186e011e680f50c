import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { FAMILIES } from "./families";

const SOURCE = __dirname;
const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !file.startsWith("testing/"),
);
const folders = files.filter((file) => file.endsWith("/adapter.ts")).map((file) => dirname(file));

const importsOf = (file: string): string[] =>
  [...readFileSync(join(SOURCE, file), "utf8").matchAll(/ from "(\.[^"]*)"/g)].map(([, path = ""]) =>
    relative(SOURCE, join(SOURCE, dirname(file), path)),
  );

test("every folder with an adapter is a family", () => {
  expect(folders.sort()).toEqual([...FAMILIES.keys()].sort());
});

// So adding a family takes its folder, its line here, and its name among the kinds of the catalog.
test.each(folders)("only the list of families imports from %s", (folder) => {
  const outside = files.filter((file) => !file.startsWith(`${folder}/`));
  expect(outside.filter((file) => importsOf(file).some((path) => path.startsWith(`${folder}/`)))).toEqual([
    "families.ts",
  ]);
});
