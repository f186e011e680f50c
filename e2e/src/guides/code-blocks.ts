import { readFileSync } from "node:fs";
import { inRoot } from "../harness/paths";
import { harness } from "./harness";

/** The code blocks of some documents. */
export const codeIn = (...paths: readonly string[]) => {
  const text = paths.map((path) => readFileSync(inRoot(path), "utf8")).join("\n");

  /** The blocks of a language, in order. */
  const blocks = (language: string): string[] =>
    [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms"))].map(([, block = ""]) => block);

  /** The block of a language that contains a text, with the addresses of the system under test. */
  const blockWith = (language: string, part: string): string => {
    const found = blocks(language).find((block) => block.includes(part));
    if (found === undefined) throw new Error(`${paths.join(" and ")} have no ${language} block with ${part}`);
    const { port, grpcPort } = harness().system;
    return found
      .replaceAll("127.0.0.1:8080", `127.0.0.1:${port}`)
      .replaceAll("127.0.0.1:9090", `127.0.0.1:${grpcPort}`);
  };

  return { blocks, blockWith };
};
