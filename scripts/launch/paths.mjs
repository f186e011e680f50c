import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The launcher's stored state, inside node_modules so that a clean checkout has none. */
const STATE = join(ROOT, "node_modules", ".cenote");

export const statePath = (name) => {
  mkdirSync(STATE, { recursive: true });
  return join(STATE, name);
};
