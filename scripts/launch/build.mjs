import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, statePath } from "./paths.mjs";

const IGNORED = new Set(["node_modules", "dist", ".dist-next", ".turbo"]);

const filesBelow = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (IGNORED.has(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });

/** What else is in a build or says how it is made. Libraries are part of it. */
const SETTINGS = ["tsconfig.json", "tsconfig.base.json", "pnpm-lock.yaml", "scripts/bundle.mjs"];

/** Changes whenever a source does: names, sizes and times of all of them, which takes a few milliseconds. */
const fingerprint = () => {
  const hash = createHash("sha256");
  for (const folder of ["packages", "apps", "bench"]) {
    for (const path of filesBelow(join(ROOT, folder))) {
      // Editors leave links that lead nowhere, and files come and go.
      const { size, mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? {};
      if (mtimeMs !== undefined) hash.update(`${path} ${size} ${mtimeMs}\n`);
    }
  }
  for (const path of SETTINGS) hash.update(readFileSync(join(ROOT, path)));
  return hash.digest("hex");
};

/** Builds what changed. Its output goes to standard error. */
export const ensureBuilt = ({ env }) => {
  const stamp = statePath("built");
  const now = fingerprint();
  const isCurrent =
    existsSync(stamp) && readFileSync(stamp, "utf8") === now && existsSync(join(ROOT, "apps/standalone/dist/main.js"));
  if (isCurrent) return;
  console.error("cenote: building ...");
  // A build that fails leaves some programs as they were and others not, and sources may be put back as they were.
  rmSync(stamp, { force: true });
  execFileSync("turbo", ["run", "build", "--output-logs=errors-only", "--log-order=grouped"], {
    cwd: ROOT,
    env: { ...env, TURBO_TELEMETRY_DISABLED: "1" },
    stdio: ["ignore", 2, 2],
  });
  writeFileSync(stamp, now);
};
