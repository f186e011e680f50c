import { isGood } from "./budgets";
import { readOptions, USAGE, type BenchOptions } from "./options";
import { jsonReport, markdownReport, textReport } from "./report";
import { runBench } from "./run";

const REPORTS = { table: textReport, json: jsonReport, markdown: markdownReport };

/**
 * Exit code 0: measured and within the budgets; 1: a budget was missed, or part or all of the run failed; 2: usage
 * error.
 */
const main = async (args: readonly string[]): Promise<number> => {
  let options: BenchOptions;
  try {
    options = readOptions(args);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${USAGE}\n`);
    return 2;
  }
  const results = await runBench(options, (what) => {
    process.stderr.write(`${what}\n`);
  });
  process.stdout.write(`${REPORTS[options.output](results)}\n`);
  return isGood(results) ? 0 : 1;
};

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
