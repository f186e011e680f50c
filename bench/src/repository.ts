import { join } from "node:path";

const ROOT = join(__dirname, "..", "..");

/** A program of the bench; all are built into one folder. */
export const benchProgram = (name: string): string => join(__dirname, `${name}.js`);

/** The built program of an app. */
export const appMain = (app: string): string => join(ROOT, "apps", app, "dist", "main.js");
