// Generates TypeScript from schema.graphql: the whole schema for packages/graphql-types, and the queries of the example
// page and the dashboard. Each has a `codegen.json` in GraphQL Code Generator's own format, which its CLI accepts as
// well; only its core runs here. `--check` changes nothing and exits 1 if the tree differs from the generated files.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { codegen } from "@graphql-codegen/core";
import { parse } from "graphql";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const CONFIGS = [
  "packages/graphql-types/codegen.json",
  "examples/graphql-page/codegen.json",
  "apps/dashboard/codegen.json",
];

const documentAt = (path) => parse(readFileSync(path, "utf8"));

/** Path -> text of each file that a `codegen.json` defines. */
const generate = async (configPath) => {
  const folder = dirname(join(ROOT, configPath));
  const { schema, documents, generates } = JSON.parse(readFileSync(join(ROOT, configPath), "utf8"));
  const texts = Object.entries(generates).map(async ([target, { plugins, config }]) => {
    const pluginMap = Object.fromEntries(
      await Promise.all(plugins.map(async (name) => [name, await import(`@graphql-codegen/${name}`)])),
    );
    const filename = join(folder, target);
    const text = await codegen({
      filename,
      schema: documentAt(join(folder, schema)),
      documents: [documents ?? []]
        .flat()
        .map((path) => ({ location: join(folder, path), document: documentAt(join(folder, path)) })),
      plugins: plugins.map((name) => ({ [name]: {} })),
      pluginMap,
      config,
    });
    return [filename, text];
  });
  return Promise.all(texts);
};

const [option, ...rest] = process.argv.slice(2);
if (rest.length > 0 || ![undefined, "--check"].includes(option)) {
  console.error("usage: graphql-types.mjs [--check]");
  process.exit(2);
}
const files = (await Promise.all(CONFIGS.map(generate))).flat();
const changed = files.filter(([path, text]) => !existsSync(path) || readFileSync(path, "utf8") !== text);
if (option === "--check") {
  for (const [path] of changed) console.error(`out of date: ${relative(ROOT, path)}`);
  if (changed.length > 0) {
    console.error("run `node scripts/graphql-types.mjs` and commit the result");
    process.exitCode = 1;
  }
} else {
  for (const [path, text] of changed) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}
