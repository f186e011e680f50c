import { join } from "node:path";

const ROOT = join(__dirname, "..", "..");

/** The built program of an app. */
export const appMain = (app: string): string => join(ROOT, "apps", app, "dist", "main.js");
