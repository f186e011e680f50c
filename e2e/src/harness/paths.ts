import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(__dirname, "..", "..", "..");

export const inRoot = (...parts: readonly string[]): string => join(ROOT, ...parts);

/** For the environment of built programs: a suite reuses the code that an earlier one has compiled. */
export const COMPILED = { NODE_COMPILE_CACHE: join(tmpdir(), "cenote-e2e-compiled") } as const;
