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

/** Other inputs of a build. Libraries are inputs too. */
const SETTINGS = ["tsconfig.json", "tsconfig.base.json", "pnpm-lock.yaml", "scripts/bundle.mjs"];

/**
 * Changes whenever a source does: built from the names, sizes and times of all sources, which takes a few milliseconds.
 */
const fingerprint = () => {
  const hash = createHash("sha256");
  for (const folder of ["packages", "apps", "bench"]) {
    for (const path of filesBelow(join(ROOT, folder))) {
      // Editors leave broken symbolic links, and files may disappear.
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
  // A failed build leaves some programs updated and others not, and the sources may then be restored to the stamp's
  // state.
  rmSync(stamp, { force: true });
  execFileSync("turbo", ["run", "build", "--output-logs=errors-only", "--log-order=grouped"], {
    cwd: ROOT,
    env: { ...env, TURBO_TELEMETRY_DISABLED: "1" },
    stdio: ["ignore", 2, 2],
  });
  writeFileSync(stamp, now);
};
