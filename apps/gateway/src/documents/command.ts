import { createDocuments } from "./documents";
import { findDrift, writeDocuments } from "./document-files";

export interface DocumentsCommandOptions {
  /** `--check` compares instead of writing. */
  readonly args: readonly string[];
  /** Folder of the repository. */
  readonly root: string;
  readonly tell: (line: string) => void;
}

/** Writes the documents, or with `--check` checks that those in the tree are up to date. @returns The exit code. */
export const runDocumentsCommand = async ({ args, root, tell }: DocumentsCommandOptions): Promise<number> => {
  const unknown = args.filter((argument) => argument !== "--check");
  if (unknown.length > 0) {
    tell(`unknown: ${unknown.join(" ")}; only --check is known`);
    return 2;
  }
  const documents = await createDocuments();
  if (!args.includes("--check")) {
    await writeDocuments(root, documents);
    tell(`wrote ${[...documents.keys()].join(", ")}`);
    return 0;
  }
  const drifted = await findDrift(root, documents);
  if (drifted.length === 0) return 0;
  tell(`not what the code says: ${drifted.join(", ")}; run this without --check and commit what it writes`);
  return 1;
};
