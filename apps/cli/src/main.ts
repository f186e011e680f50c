import { systemClock } from "@cenote/core";
import { checkConfig } from "./check-config";
import { readConfig } from "./config";
import { connectSystem } from "./connect";
import { runProgram } from "./program";

const EXIT_UNWRITTEN = 1;

const main = async (): Promise<void> => {
  let isWritten = true;
  // EPIPE: a reader such as `head` has left and needs no more. Any other failure loses the answer.
  process.stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
    if (code === "EPIPE") return;
    isWritten = false;
    process.exitCode = EXIT_UNWRITTEN;
    process.stderr.write(`cenote: The answer could not be written: ${message}\n`);
  });
  const exitCode = await runProgram(process.argv.slice(2), {
    connect: async () => connectSystem(readConfig()),
    checkConfig: async () => checkConfig(readConfig()),
    clock: systemClock,
    out: (text) => {
      process.stdout.write(text);
    },
    err: (text) => {
      process.stderr.write(text);
    },
  });
  if (isWritten) process.exitCode = exitCode;
};

void main();
