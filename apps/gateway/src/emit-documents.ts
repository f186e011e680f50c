import { resolve } from "node:path";
import { runDocumentsCommand } from "./documents/command";

/** The root of the tree, seen from `src` and from `dist` alike. */
const ROOT = resolve(__dirname, "../../..");

const tell = (line: string) => {
  process.stderr.write(`${line}\n`);
};

void runDocumentsCommand({ args: process.argv.slice(2), root: ROOT, tell }).then((code) => {
  process.exitCode = code;
});
