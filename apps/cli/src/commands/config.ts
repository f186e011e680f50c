import { CenoteError } from "@cenote/core";
import type { Answer } from "../output/answer";
import { formatFields } from "../output/table";
import type { Register } from "./register";

/** The result of reading `cenote.yaml`. */
export interface ConfigVerdict {
  readonly path: string;
  /** False if the file is missing, and so the shipped catalog applies. */
  readonly exists: boolean;
  /** All mistakes, each with its place; empty if the file is valid. */
  readonly mistakes: readonly string[];
  /** Values that are valid but probably unintended. */
  readonly warnings: readonly string[];
  readonly providers: number;
  readonly models: number;
}

/** @param checkConfig Reads and validates the file; needs no running system. */
export const registerConfig =
  (checkConfig: () => Promise<ConfigVerdict>): Register =>
  (program, { answer }) => {
    program
      .command("config")
      .description("cenote.yaml")
      .command("check")
      .description("list every mistake in the file; needs no running system")
      .action(() => answer(async () => verdictAnswer(await checkConfig())));
  };

const verdictAnswer = ({ path, exists, mistakes, warnings, providers, models }: ConfigVerdict): Answer => {
  if (mistakes.length > 0) {
    throw new CenoteError(
      "invalid_request_error",
      [`${path} has ${mistakes.length} ${mistakes.length === 1 ? "mistake" : "mistakes"}:`, ...mistakes].join("\n  "),
    );
  }
  return {
    json: { ok: true, path, exists, providers, models, ...(warnings.length > 0 && { warnings }) },
    text: formatFields([
      ["ok", exists ? path : `${path} is not there: the shipped catalog holds`],
      ["providers", String(providers)],
      ["models", String(models)],
      ...warnings.map((warning): [string, string] => ["warning", warning]),
    ]),
  };
};
