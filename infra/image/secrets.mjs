// Reads secrets from files, as Docker and Kubernetes mount them: a file named like an environment variable contains its
// value. A variable that is set takes precedence over the file.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const FOLDER = "/run/secrets";
const VARIABLE = /^[A-Z][A-Z0-9_]*$/;

const namesIn = (folder) => {
  try {
    return readdirSync(folder).filter((name) => VARIABLE.test(name) && statSync(join(folder, name)).isFile());
  } catch (error) {
    if (error.code === "ENOENT") return [];
    throw error;
  }
};

/**
 * @returns The variables to add. Throws if a secret can't be read: its service would continue with one it generates
 * itself.
 */
export const readSecrets = (env) => {
  const folder = env.CENOTE_SECRETS_DIR || FOLDER;
  const wanted = namesIn(folder).filter((name) => !env[name]);
  return Object.fromEntries(wanted.map((name) => [name, readFileSync(join(folder, name), "utf8").trim()]));
};
