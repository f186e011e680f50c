import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { delimiter, join } from "node:path";

/** @returns The first program with any of these names in the folders of a PATH. */
export const firstOnPath = async (names: readonly string[], path = ""): Promise<string | undefined> => {
  const folders = path.split(delimiter).filter((folder) => folder !== "");
  for (const file of names.flatMap((name) => folders.map((folder) => join(folder, name)))) {
    try {
      await access(file, constants.X_OK);
      return file;
    } catch {
      // Not in this folder.
    }
  }
  return undefined;
};
