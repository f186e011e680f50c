// The image's entry point: `start.mjs gateway` runs the gateway, `start.mjs cenote org list` the operator's tool. The
// app replaces this script in the same process, so that signals and the exit code are its own.
import { createRequire } from "node:module";
import { readSecrets } from "./secrets.mjs";

/** Name -> main module. */
const APPS = {
  standalone: "@cenote/standalone/main",
  gateway: "@cenote/gateway/main",
  billing: "@cenote/billing/main",
  inference: "@cenote/inference/main",
  media: "@cenote/media/main",
  cenote: "@cenote/cli/main",
  "upstream-simulator": "@cenote/upstream-simulator/main",
};

const [name] = process.argv.splice(2, 1);
if (!Object.hasOwn(APPS, name ?? "")) {
  process.stderr.write(`usage: start.mjs ${Object.keys(APPS).join("|")} [arguments]\n`);
  process.exit(2);
}
try {
  Object.assign(process.env, readSecrets(process.env));
} catch (error) {
  process.stderr.write(`start: ${error.message}\n`);
  process.exit(1);
}
createRequire(import.meta.url)(APPS[name]);
