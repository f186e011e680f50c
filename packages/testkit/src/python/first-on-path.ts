import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { delimiter, join } from "node:path";

/** @returns The first program of any of these names in the folders of a PATH. */
export const firstOnPath = async (names: readonly string[], path = ""): Promise<string | undefined> => {
  for (const file of names.flatMap((name) =>
    path
      .split(delimiter)
      .filter((folder) => folder !== "")
      .map((folder) => join(folder, name)),
  )) {
    if (
      await access(file, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return file;
  }
  return undefined;
};
