import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { ROOT, statePath } from "./paths.mjs";

/** The Node used to run the system if the machine's own is too old. */
const NODE_VERSION = "24.21.0";
const OLDEST_NODE = [22, 19];

const pnpmVersion = () => JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).packageManager.split("@")[1];

const ownNodeWillDo = () => {
  const [major, minor] = process.versions.node.split(".").map(Number);
  return major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
};

/** Undefined for a file that a full disk has truncated. */
const parsed = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * The toolchain of an earlier start, if it is usable. Starts with the machine's own Node and with the downloaded one
 * share their pnpm.
 */
const remembered = (memory) => {
  if (!existsSync(memory)) return undefined;
  const { nodeVersion, node, pnpm, pnpmVersion: version } = parsed(readFileSync(memory, "utf8")) ?? {};
  if (version !== pnpmVersion() || !existsSync(pnpm)) return undefined;
  if (ownNodeWillDo()) return { node: process.execPath, pnpm };
  return nodeVersion === NODE_VERSION && existsSync(node) ? { node, pnpm } : undefined;
};

/**
 * Provides Node and pnpm through npx and its cache. Their paths are stored, because npx alone takes half a second.
 * @returns {{ node: string, env: NodeJS.ProcessEnv }} Path of the Node to use, and an environment with both on the
 * PATH.
 */
export const ensureToolchain = () => {
  const memory = statePath("toolchain.json");
  let found = remembered(memory);
  if (found === undefined) {
    console.error("cenote: fetching Node and pnpm (once) ...");
    const packages = [...(ownNodeWillDo() ? [] : ["-p", `node@${NODE_VERSION}`]), "-p", `pnpm@${pnpmVersion()}`];
    const script = 'node -p "JSON.stringify([process.execPath, process.env.PATH])"';
    const answer = execFileSync("npx", ["--yes", "--loglevel=error", ...packages, "-c", script], {
      cwd: ROOT,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [node, path] = JSON.parse(answer.trim().split("\n").at(-1));
    const pnpm = path
      .split(delimiter)
      .map((folder) => join(folder, "pnpm"))
      .find((file) => file.includes("_npx") && existsSync(file));
    if (pnpm === undefined) throw new Error(`npx did not bring pnpm ${pnpmVersion()}`);
    found = { node, pnpm };
    writeFileSync(
      memory,
      JSON.stringify({
        ...found,
        pnpmVersion: pnpmVersion(),
        ...(ownNodeWillDo() ? {} : { nodeVersion: NODE_VERSION }),
      }),
    );
  }
  const path = [join(ROOT, "node_modules", ".bin"), dirname(found.node), dirname(found.pnpm), process.env.PATH].join(
    delimiter,
  );
  return { node: found.node, env: { ...process.env, PATH: path } };
};
