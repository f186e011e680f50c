// What the browser loads: index.html, page.css, and src/ as ES modules.
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const inHere = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Path -> response. */
export const bundlePage = async () => {
  const { outputFiles } = await build({
    entryPoints: [inHere("src/page.ts")],
    outdir: inHere("dist"),
    write: false,
    bundle: true,
    splitting: true,
    format: "esm",
    target: "es2022",
    minify: true,
    define: { "process.env.NODE_ENV": `"production"` },
    logLevel: "error",
  });
  return new Map([
    ["/", { type: "text/html; charset=utf-8", body: await readFile(inHere("index.html")) }],
    ["/page.css", { type: "text/css; charset=utf-8", body: await readFile(inHere("page.css")) }],
    ...outputFiles.map(({ path, contents }) => [
      `/${basename(path)}`,
      { type: "text/javascript; charset=utf-8", body: contents },
    ]),
  ]);
};
