import type { Command } from "commander";
import type { Answer } from "../output/answer";
import type { System } from "../system";

/** What a command may do: compute an answer, which the tool prints. */
export interface Actions {
  /** With a connection to the running system. */
  readonly ask: (work: (system: System) => Promise<Answer>) => Promise<void>;
  /** Without a connection. */
  readonly answer: (work: () => Promise<Answer>) => Promise<void>;
}

/** Adds the commands of one noun to the program. */
export type Register = (program: Command, actions: Actions) => void;
