import { resolve } from "node:path";
import { runDocumentsCommand } from "./documents/command";

const ROOT = resolve(__dirname, "../../..");

const tell = (line: string) => {
  process.stderr.write(`${line}\n`);
};

void runDocumentsCommand({ args: process.argv.slice(2), root: ROOT, tell }).then((code) => {
  process.exitCode = code;
});
