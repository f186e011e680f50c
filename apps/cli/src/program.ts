import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "@cenote/core";
import { Command, CommanderError } from "commander";
import { registerAdjust } from "./commands/adjust";
import { registerBalance } from "./commands/balance";
import { registerConfig, type ConfigVerdict } from "./commands/config";
import { registerCredit } from "./commands/credit";
import { registerFx } from "./commands/fx";
import { registerKey } from "./commands/key";
import { registerLedger } from "./commands/ledger";
import { registerModels } from "./commands/models";
import { registerOrg } from "./commands/org";
import type { Actions } from "./commands/register";
import { registerStatement } from "./commands/statement";
import { registerTopUps } from "./commands/top-ups";
import { registerUsage } from "./commands/usage";
import type { Answer } from "./output/answer";
import { reasonOf } from "./output/reason";
import type { System } from "./system";

export interface ProgramOptions {
  /** Connects to the running system; called only by commands that need it. */
  readonly connect: () => Promise<System>;
  readonly checkConfig: () => Promise<ConfigVerdict>;
  readonly clock: Pick<Clock, "nowMs">;
  /** Standard output, for answers only. */
  readonly out: (text: string) => void;
  /** Standard error: errors, and help shown because of an invalid command. */
  readonly err: (text: string) => void;
}

const JSON_FLAG = "--json";

interface Options {
  readonly json?: boolean;
}

const EXIT_DONE = 0;
const EXIT_REFUSED = 1;
const EXIT_USAGE = 2;

/** @param args The arguments after the tool's name. @returns The exit code: 0, 1 refused, 2 usage. Never rejects. */
export const runProgram = async (args: readonly string[], options: ProgramOptions): Promise<number> => {
  const program = new Command("cenote");
  let exitCode = EXIT_DONE;

  const refuse = (reason: string): void => {
    exitCode = EXIT_REFUSED;
    options.err(`cenote: ${reason}\n`);
  };
  const print = ({ json, text, warnings = [], refusal }: Answer, isJson = program.opts<Options>().json): void => {
    options.out(`${isJson === true ? JSON.stringify(json) : text}\n`);
    for (const warning of warnings) options.err(`cenote: warning: ${warning}\n`);
    if (refusal !== undefined) refuse(refusal);
  };
  const answer: Actions["answer"] = async (work) => {
    try {
      print(await work());
    } catch (error) {
      refuse(reasonOf(error));
    }
  };
  const ask: Actions["ask"] = (work) =>
    answer(async () => {
      const system = await options.connect();
      try {
        return await work(system);
      } finally {
        system.close();
      }
    });

  let written = "";
  // Settings come first, because a command inherits them when it is added.
  program
    .exitOverride()
    .configureOutput({
      writeOut: (text) => {
        written += text;
      },
      writeErr: options.err,
    })
    .description("Manages a running Cenote.")
    .version(version())
    .option(JSON_FLAG, "print one JSON value");
  for (const register of [
    registerOrg(options.clock),
    registerKey,
    registerCredit,
    registerAdjust,
    registerTopUps,
    registerBalance,
    registerLedger,
    registerUsage,
    registerStatement,
    registerFx,
    registerModels,
    registerConfig(options.checkConfig),
  ]) {
    register(program, { ask, answer });
  }

  try {
    await program.parseAsync(withLongHelp(args), { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Help that was requested is an answer; any other error of commander is an invalid command.
    exitCode = error.exitCode === 0 ? EXIT_DONE : EXIT_USAGE;
    // Commander prints help before all options are read.
    if (written !== "") print(shownAnswer(error.code, written.trimEnd()), args.includes(JSON_FLAG));
  }
  return exitCode;
};

/** What commander prints on request: the version or help. */
const shownAnswer = (code: string, text: string): Answer => ({
  json: code === "commander.version" ? { version: text } : { help: text },
  text,
});

const version = (): string =>
  (JSON.parse(readFileSync(join(__dirname, "..", "package.json"), "utf8")) as { readonly version: string }).version;

/** Turns `help key create` into `key create --help`, because commander's `help` accepts only one word. */
const withLongHelp = (args: readonly string[]): string[] => {
  const [first, ...words] = args.filter((word) => word !== JSON_FLAG);
  return first === "help" && words.length > 1 ? [...words, "--help"] : [...args];
};
