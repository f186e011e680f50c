import { join } from "node:path";

export const ROOT = join(__dirname, "..", "..", "..");

export const inRoot = (...parts: readonly string[]): string => join(ROOT, ...parts);
