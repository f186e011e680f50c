import { resolve } from "node:path";
import { createDocuments } from "./documents/documents";
import { findDrift, writeDocuments } from "./documents/keep-documents";

/** The root of the tree, seen from `src` and from `dist` alike. */
const ROOT = resolve(__dirname, "../../..");

/** `node apps/gateway/dist/emit-documents.js [--check] [root]`: writes the documents, or exits 1 where one differs. */
const main = async (args: readonly string[]): Promise<number> => {
  const isCheck = args.includes("--check");
  const root = args.find((argument) => !argument.startsWith("--")) ?? ROOT;
  const documents = await createDocuments();
  if (!isCheck) {
    await writeDocuments(root, documents);
    process.stdout.write(`wrote ${[...documents.keys()].join(", ")}\n`);
    return 0;
  }
  const drifted = await findDrift(root, documents);
  if (drifted.length === 0) return 0;
  process.stderr.write(`differs from the code: ${drifted.join(", ")}; run it without --check and commit what it writes\n`);
  return 1;
};

void main(process.argv.slice(2)).then((code) => { process.exitCode = code; });
