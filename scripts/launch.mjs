// Runs behind every npm script: provides Node, packages and build, then runs the command. Plain JavaScript for the
// oldest supported Node (20.19), without dependencies, because nothing is installed when it starts.
import { join } from "node:path";
import { ensureBuilt } from "./launch/build.mjs";
import { ensureInstalled } from "./launch/install.mjs";
import { ROOT } from "./launch/paths.mjs";
import { withLock } from "./launch/lock.mjs";
import { runForeground } from "./launch/run.mjs";
import { ensureToolchain } from "./launch/toolchain.mjs";

/** Command -> what Node runs, relative to the root. */
const TARGETS = {
  start: "apps/standalone/dist/main.js",
  services: "apps/standalone/dist/services.js",
  cenote: "apps/cli/dist/main.js",
  bench: "bench/dist/main.js",
  test: "scripts/test.mjs",
};

const [command, ...args] = process.argv.slice(2);
const target = TARGETS[command];
if (target === undefined) {
  console.error(`usage: launch.mjs ${Object.keys(TARGETS).join("|")} [arguments]`);
  process.exit(2);
}

try {
  const toolchain = await withLock(async () => {
    const found = ensureToolchain();
    ensureInstalled(found);
    ensureBuilt(found);
    return found;
  });
  process.exitCode = await runForeground(toolchain, [join(ROOT, target), ...args]);
} catch (error) {
  console.error(`cenote: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
