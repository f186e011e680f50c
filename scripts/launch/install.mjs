import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, statePath } from "./paths.mjs";

/** Installs the packages of the lock file if it has changed. Output goes to standard error. */
export const ensureInstalled = ({ env }) => {
  const lock = readFileSync(join(ROOT, "pnpm-lock.yaml"), "utf8");
  const stamp = statePath("installed.lock");
  const isCurrent =
    existsSync(stamp) &&
    readFileSync(stamp, "utf8") === lock &&
    existsSync(join(ROOT, "node_modules", ".modules.yaml"));
  if (isCurrent) return;
  console.error("cenote: installing packages ...");
  execFileSync("pnpm", ["install", "--frozen-lockfile", "--reporter=append-only", "--loglevel=warn"], {
    cwd: ROOT,
    env,
    stdio: ["ignore", 2, 2],
  });
  writeFileSync(statePath("installed.lock"), lock);
};
