import { checkConfig } from "./check-config";
import { readConfig } from "./config";
import { connectSystem } from "./connect";
import { runProgram } from "./program";

const main = async (): Promise<void> => {
  process.exitCode = await runProgram(process.argv.slice(2), {
    connect: async () => connectSystem(readConfig()),
    checkConfig: async () => checkConfig(readConfig()),
    out: (text) => {
      process.stdout.write(text);
    },
    err: (text) => {
      process.stderr.write(text);
    },
  });
};

void main();
