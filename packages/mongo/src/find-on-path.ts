import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { delimiter, join } from "node:path";

/** Full path of an executable; undefined if no folder of the PATH has it. */
export const findOnPath = async (name: string, path: string | undefined): Promise<string | undefined> => {
  for (const folder of (path ?? "").split(delimiter)) {
    if (folder === "") continue;
    const file = join(folder, name);
    try {
      await access(file, constants.X_OK);
      if ((await stat(file)).isFile()) return file;
    } catch {
      // Not here.
    }
  }
  return undefined;
};
