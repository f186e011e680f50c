import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** What the launcher remembers between runs. Inside node_modules, so that a clean checkout forgets it. */
const STATE = join(ROOT, "node_modules", ".cenote");

export const statePath = (name) => {
  mkdirSync(STATE, { recursive: true });
  return join(STATE, name);
};
